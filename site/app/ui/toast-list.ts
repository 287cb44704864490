/** The toasts on screen, outside React, so that any code can add one. */
type ToastVariant = 'default' | 'success' | 'destructive';

export interface ToastInput {
  title: string;
  description?: string | undefined;
  variant?: ToastVariant | undefined;
  action?: { label: string; onClick: () => void } | undefined;
  /** the form it is about: its next result removes earlier errors */
  form?: string | undefined;
}

export interface ShownToast extends ToastInput {
  id: number;
}

/** At most this many; the oldest is removed first. */
const maxShown = 3;
const none: readonly ShownToast[] = [];
const listeners = new Set<() => void>();
let shown: readonly ShownToast[] = none;
let lastId = 0;

/** What closes with the same result, such as a dialog, is gone by then. */
const delayMs = 100;

/**
 * Shows a toast for at least 5 s (10 s for errors, and with an action), longer while hovered or focused. It comes a moment late: Firefox
 * announces no text that enters a live region while that moves out of a closing dialog.
 */
export function toast(input: ToastInput): void {
  lastId += 1;
  const entry = { ...input, id: lastId };
  setTimeout(() => update([...withoutErrors(entry.form), entry].slice(-maxShown)), delayMs);
}

export function toastSuccess(input: Omit<ToastInput, 'variant'>): void {
  toast({ ...input, variant: 'success' });
}

export function toastError(input: Omit<ToastInput, 'variant'>): void {
  toast({ ...input, variant: 'destructive' });
}

/** For a form that succeeded without a toast: its former errors are obsolete. */
export function dismissErrors(form: string): void {
  update(withoutErrors(form));
}

function withoutErrors(form: string | undefined): readonly ShownToast[] {
  if (form === undefined) return shown;
  return shown.filter((entry) => entry.form !== form || entry.variant !== 'destructive');
}

export function dismissToast(id: number): void {
  update(shown.filter((entry) => entry.id !== id));
}

/** For sign-out: the toasts were for the former user. */
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

export function readNoToasts(): readonly ShownToast[] {
  return none;
}

function update(next: readonly ShownToast[]): void {
  shown = next;
  for (const listener of listeners) listener();
}
