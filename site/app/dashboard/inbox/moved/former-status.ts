import { useSyncExternalStore } from 'react';

/** The status that a lead had before it was changed here, by lead. Lives as long as the filter is not changed. */
const before = new Map<string, string>();
const listeners = new Set<() => void>();

function notify(): void {
  for (const listener of listeners) listener();
}

/** Remembers where a lead came from. Of several changes the first counts: that status is what the filter showed. */
export function recordFormerStatus(leadId: string, status: string): void {
  if (before.has(leadId)) return;
  before.set(leadId, status);
  notify();
}

export function clearFormerStatus(leadId: string): void {
  if (before.delete(leadId)) notify();
}

export function clearFormerStatuses(): void {
  before.clear();
  notify();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** The status to go back to, undefined where nothing was changed here. */
export function useFormerStatus(leadId: string): string | undefined {
  return useSyncExternalStore(
    subscribe,
    () => before.get(leadId),
    () => undefined,
  );
}
