// Decides with the browser's locks, which its tabs share, whether this tab shows a desktop notification.
import { isTabFocused } from './notification-events.ts';

/** Held by the tab that is visible and focused. */
const frontLock = 'dashboard-in-front';
/** All tabs receive a notification within this time. */
const claimMs = 10_000;

/** Holds a lock while this tab is focused, until the signal. */
export function holdLockWhileFocused(signal: AbortSignal): void {
  if (signal.aborted) return;
  let front: AbortController | undefined;
  function hold({ signal: blurred }: AbortController): void {
    const released = new Promise<void>((resolve) => blurred.addEventListener('abort', () => resolve()));
    navigator.locks
      .request(frontLock, { signal: blurred }, () => released)
      // rejected if the signal was aborted before the lock was free
      .catch(() => undefined);
  }
  function follow(): void {
    if (isTabFocused() === (front !== undefined)) return;
    front?.abort();
    front = front ? undefined : new AbortController();
    if (front) hold(front);
  }
  follow();
  window.addEventListener('focus', follow, { signal });
  window.addEventListener('blur', follow, { signal });
  document.addEventListener('visibilitychange', follow, { signal });
  signal.addEventListener('abort', () => front?.abort());
}

/** Whether a tab of the dashboard is focused. */
export async function isDashboardInFront(): Promise<boolean> {
  const { held = [] } = await navigator.locks.query();
  return held.some(({ name }) => name === frontLock);
}

/** True in one tab for each notification. */
export function claimNotification(key: string): Promise<boolean> {
  const { promise, resolve } = Promise.withResolvers<boolean>();
  navigator.locks
    .request(`dashboard-notification ${key}`, { ifAvailable: true }, async (lock) => {
      resolve(lock !== null);
      if (lock) await new Promise((release) => setTimeout(release, claimMs));
    })
    .catch(() => resolve(false));
  return promise;
}
