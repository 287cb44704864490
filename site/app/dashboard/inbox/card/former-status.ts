import { useSyncExternalStore } from 'react';

/** By lead, the status before it was changed in this tab. Cleared when the filter changes. */
const formerStatuses = new Map<string, string>();
const listeners = new Set<() => void>();

function notify(): void {
  for (const listener of listeners) listener();
}

/** The first of several changes counts: that status is what the filter showed. */
export function recordFormerStatus(leadId: string, status: string): void {
  if (formerStatuses.has(leadId)) return;
  formerStatuses.set(leadId, status);
  notify();
}

export function clearFormerStatus(leadId: string): void {
  if (formerStatuses.delete(leadId)) notify();
}

export function clearFormerStatuses(): void {
  formerStatuses.clear();
  notify();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** For undo; undefined where nothing was changed. */
export function useFormerStatus(leadId: string): string | undefined {
  return useSyncExternalStore(
    subscribe,
    () => formerStatuses.get(leadId),
    () => undefined,
  );
}
