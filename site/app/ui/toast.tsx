// The toasts with their list.
import { useEffect, useEffectEvent, useLayoutEffect, useRef, useState, type RefObject } from 'react';
import { Button } from './button.tsx';
import { createStore } from './create-store.ts';
import { Icon } from './icon.tsx';
import { RichText } from '../texts/rich-text.tsx';
import { uiTexts } from './ui-texts.ts';

/** The toasts on screen, outside React, so that any code can add one. */
type ToastVariant = 'default' | 'success' | 'destructive';

interface ToastInput {
  title: string;
  /** the record it is about, shown after the title: "to Vera Person" */
  about?: string | undefined;
  description?: string | undefined;
  variant?: ToastVariant | undefined;
  action?: { label: string; onClick: () => void } | undefined;
  /** the form that it is about, whose next result removes earlier errors */
  form?: string | undefined;
  /** called when it disappears or is dismissed, but not when another one replaces it */
  onClose?: (() => void) | undefined;
}

interface ShownToast extends ToastInput {
  id: number;
}

/** At most this many; the oldest is removed first. */
const maxShown = 3;
const none: readonly ShownToast[] = [];
const shown = createStore(none);
let lastId = 0;

/** Delay before a toast is shown: a dialog that closes with the same result is removed within this time. */
const delayMs = 100;

/**
 * Shows a toast for at least 5 s (10 s for errors, and with an action), longer while hovered or focused. It appears
 * with a short delay, because Firefox announces no text that is added to a live region while that moves out of a
 * closing dialog.
 */
export function toast(input: ToastInput): void {
  lastId += 1;
  const entry = { ...input, id: lastId };
  setTimeout(() => shown.write([...withoutErrors(entry.form), entry].slice(-maxShown)), delayMs);
}

export function toastSuccess(input: Omit<ToastInput, 'variant'>): void {
  toast({ ...input, variant: 'success' });
}

export function toastError(input: Omit<ToastInput, 'variant'>): void {
  toast({ ...input, variant: 'destructive' });
}

/** For a form that succeeded without a toast: its earlier errors are removed. */
export function dismissErrorToasts(form: string): void {
  shown.write(withoutErrors(form));
}

function withoutErrors(form: string | undefined): readonly ShownToast[] {
  if (form === undefined) return shown.read();
  return shown.read().filter((entry) => entry.form !== form || entry.variant !== 'destructive');
}

function closeToast({ id, onClose }: ShownToast): void {
  shown.write(shown.read().filter((entry) => entry.id !== id));
  onClose?.();
}

/** For sign-out, because the toasts were for the previous user. */
export function clearToasts(): void {
  shown.write(none);
}

const durationMs = 6_000;
/** For errors, and for what can be undone. */
const longDurationMs = 10_000;

/** The only live region, in the first HTML and never replaced: all toasts are inside it. F8 focuses it. */
export function Toaster() {
  const toasts = shown.usePart((all) => all);
  const region = useRef<HTMLElement>(null);

  useEffect(() => {
    moveToaster();
    function focusOnF8(event: KeyboardEvent) {
      if (event.key !== 'F8') return;
      event.preventDefault();
      region.current?.focus();
    }
    window.addEventListener('keydown', focusOnF8);
    return () => window.removeEventListener('keydown', focusOnF8);
  }, []);
  useClearPosition(region, toasts);

  return (
    <div id={`${toasterId}-home`}>
      <section
        aria-label={uiTexts.toasts.title}
        aria-live="polite"
        aria-relevant="additions"
        className="toaster"
        id={toasterId}
        popover="manual"
        ref={region}
        // it may be moved into an open dialog before hydration ends
        suppressHydrationWarning
        tabIndex={-1}
      >
        {toasts.map((entry) => (
          <Toast close={() => closeToast(entry)} key={entry.id} toast={entry} />
        ))}
      </section>
    </div>
  );
}

/** Loaded before the first toast. If it cannot be, toasts stay at their usual position. */
const loadPositioning = () => import('./position-toasts.ts').catch(() => null);

/** Keeps the toasts clear of the focus, of its label and messages, of the control that was used and the next field. */
function useClearPosition(region: RefObject<HTMLElement | null>, toasts: readonly ShownToast[]): void {
  const [positioning, setPositioning] = useState<Awaited<ReturnType<typeof loadPositioning>>>(null);
  useEffect(() => void loadPositioning().then(setPositioning), []);
  useEffect(() => positioning?.watchUsedControl(), [positioning]);
  useLayoutEffect(() => {
    const element = region.current;
    return element && toasts.length > 0 ? positioning?.keepToastsClear(element) : undefined;
  }, [positioning, region, toasts]);
}

/** A toast in the page that is returned after a post without scripts. It has a place in the page, so that it covers nothing. */
export function InlineToast(entry: ToastInput) {
  const [isClosed, setIsClosed] = useState(false);
  if (isClosed) return null;
  return (
    <div className="toast-inline">
      <Toast close={() => setIsClosed(true)} stays toast={entry} />
    </div>
  );
}

interface ToastProps {
  toast: ToastInput;
  close: () => void;
  /** until it is dismissed, because the page would move if it left on its own */
  stays?: boolean;
}

function Toast({ toast: entry, close, stays = false }: ToastProps) {
  const [isPaused, setIsPaused] = useState(false);
  const isError = entry.variant === 'destructive';
  const isLong = isError || entry.action !== undefined;
  const leave = useEffectEvent(close);

  useEffect(() => {
    if (isPaused || stays) return undefined;
    const timer = setTimeout(() => leave(), isLong ? longDurationMs : durationMs);
    return () => clearTimeout(timer);
  }, [isPaused, isLong, stays]);

  return (
    <div
      className="toast"
      data-variant={entry.variant ?? 'default'}
      onBlur={() => setIsPaused(false)}
      onFocus={() => setIsPaused(true)}
      onMouseEnter={() => setIsPaused(true)}
      onMouseLeave={() => setIsPaused(false)}
      role={isError ? 'alert' : undefined}
    >
      <span className="toast-mark">
        <Icon name={isError ? 'warning' : entry.variant === 'success' ? 'check' : 'info'} />
      </span>
      <div className="toast-words">
        <p className="font-bold">
          <span>{entry.title}</span>
          {entry.about !== undefined && <span>{` ${entry.about}`}</span>}
        </p>
        {entry.description !== undefined && <p className="toast-description">{entry.description}</p>}
        {entry.action && (
          <Button
            className="mt-8"
            onClick={() => {
              entry.action?.onClick();
              close();
            }}
            variant="secondary"
          >
            <RichText text={entry.action.label} />
          </Button>
        )}
      </div>
      <button aria-label={uiTexts.toasts.dismiss} className="icon-button" onClick={close} type="button">
        <Icon name="close" />
      </button>
    </div>
  );
}

/**
 * A modal dialog makes everything outside inert, including live regions, so the toaster is moved into the open dialog
 * and back. As a manual popover it is in the top layer, above the dialog.
 */
const toasterId = 'toaster';

interface MovableParent {
  moveBefore?: (node: Node, child: Node | null) => void;
}

/** Moves the toaster into the topmost modal dialog, or back. `leaving` is a dialog that is about to be removed. */
export function moveToaster(leaving?: HTMLDialogElement): void {
  const toaster = document.getElementById(toasterId);
  const home = document.getElementById(`${toasterId}-home`);
  if (!toaster || !home) return;
  const open = [...document.querySelectorAll<HTMLDialogElement>('dialog:modal')].filter((d) => d !== leaving);
  const target = open.at(-1) ?? home;
  if (toaster.parentElement !== target) moveNode(toaster, target);
  if (toaster.matches(':popover-open')) toaster.hidePopover();
  toaster.showPopover();
}

/** Uses `moveBefore` if supported, which keeps focus and state. */
function moveNode(node: Node, parent: Element & MovableParent): void {
  if (parent.moveBefore && node.isConnected) parent.moveBefore(node, null);
  else parent.append(node);
}
