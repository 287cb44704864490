/** The toasts on screen, outside React, so that anything in the browser may add one. */
export type ToastVariant = 'default' | 'success' | 'destructive';

export interface ToastInput {
  title: string;
  description?: string | undefined;
  variant?: ToastVariant | undefined;
  action?: { label: string; onClick: () => void } | undefined;
  /** the form that it is about: what comes of its next try takes its earlier errors away */
  form?: string | undefined;
}

export interface ShownToast extends ToastInput {
  id: number;
}

/** At most this many at once; the oldest leaves first. */
const mostAtOnce = 3;
const none: readonly ShownToast[] = [];
const listeners = new Set<() => void>();
let shown: readonly ShownToast[] = none;
let lastId = 0;

/** Shows a toast and returns its id. It stays 5 s at least (10 s for errors), longer while looked at. */
export function toast(input: ToastInput): number {
  lastId += 1;
  update([...withoutErrors(input.form), { ...input, id: lastId }].slice(-mostAtOnce));
  return lastId;
}

/** The form has succeeded without a toast of its own: what it said of earlier tries is no longer true. */
export function dismissErrors(form: string): void {
  update(withoutErrors(form));
}

function withoutErrors(form: string | undefined): readonly ShownToast[] {
  if (form === undefined) return shown;
  return shown.filter((entry) => entry.form !== form || entry.variant !== 'destructive');
}

/** Takes one toast away. */
export function dismissToast(id: number): void {
  update(shown.filter((entry) => entry.id !== id));
}

/** Takes all of them away: what they told belongs to somebody who has left. */
export function clearToasts(): void {
  update(none);
}

export function subscribeToToasts(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function readToasts(): readonly ShownToast[] {
  return shown;
}

/** The server never shows a toast. */
export function readNoToasts(): readonly ShownToast[] {
  return none;
}

function update(next: readonly ShownToast[]): void {
  shown = next;
  for (const listener of listeners) listener();
}
