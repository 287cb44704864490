// Chooses through shared browser locks which open tab may show desktop notifications.
import { isTabFocused } from './notification-events.ts';

/** The lock of the tab that shows notifications. When that tab closes, the next one gets the lock. */
const notifierLock = 'dashboard-notifier';
/** Held by the tab that is visible and focused. */
const frontLock = 'dashboard-in-front';

let isNotifier = false;

/** Requests a lock that the tabs of this browser share, and holds it until the signal. */
function holdLock(name: string, signal: AbortSignal, onHeld?: () => void): void {
  const released = new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve()));
  navigator.locks
    .request(name, { signal }, () => {
      onHeld?.();
      return released;
    })
    // rejected if the signal was aborted before the lock was free
    .catch(() => undefined);
}

/** Holds the lock of the focused tab while this tab is focused, until the signal. */
function followFront(signal: AbortSignal): void {
  let front: AbortController | undefined;
  function follow(): void {
    if (isTabFocused() === (front !== undefined)) return;
    front?.abort();
    front = front ? undefined : new AbortController();
    if (front) holdLock(frontLock, front.signal);
  }
  follow();
  window.addEventListener('focus', follow, { signal });
  window.addEventListener('blur', follow, { signal });
  document.addEventListener('visibilitychange', follow, { signal });
  signal.addEventListener('abort', () => front?.abort());
}

/** Makes this tab take part, until the signal, in choosing the one tab of the dashboard that shows notifications. */
export function joinNotifierElection(left: AbortSignal): void {
  if (left.aborted) return;
  holdLock(notifierLock, left, () => (isNotifier = true));
  followFront(left);
  left.addEventListener('abort', () => (isNotifier = false));
}

/** Whether this tab shows notifications, and no tab of the dashboard is focused. */
export async function mayShowDesktopNotification(): Promise<boolean> {
  if (!isNotifier) return false;
  const { held = [] } = await navigator.locks.query();
  return held.every(({ name }) => name !== frontLock);
}
