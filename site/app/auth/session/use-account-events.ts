import { useEffect } from 'react';
import { browserClient } from '../../data/browser-client.ts';
import { checkSession } from './check-session.ts';

/** The client has one channel for each topic, so the previous one must be removed first. */
let previousChannelRemoved: Promise<unknown> = Promise.resolve();

/** Subscribes to the account's private channel; returns how to unsubscribe. */
function subscribe(userId: string, onAccessChanged: (userId: string) => void): () => void {
  const client = browserClient();
  let isClosed = false;
  let wasInterrupted = false;
  async function openChannel() {
    await previousChannelRemoved;
    // Joining a private channel needs the token first.
    await client.realtime.setAuth();
    if (isClosed) return undefined;
    return client
      .channel(`account:${userId}`, { config: { private: true } })
      .on('broadcast', { event: 'session-ended' }, () => void checkSession())
      .on('broadcast', { event: 'access-changed' }, () => {
        // removal is asynchronous; another account may have signed in by then
        if (!isClosed) onAccessChanged(userId);
      })
      .subscribe((status) => {
        if (isClosed) return;
        if (status !== 'SUBSCRIBED') wasInterrupted = true;
        else if (wasInterrupted) {
          wasInterrupted = false;
          void checkSession();
          onAccessChanged(userId);
        }
      });
  }
  // without a socket, the session is still checked when the page becomes visible
  const opening = openChannel().catch(() => undefined);
  return () => {
    isClosed = true;
    previousChannelRemoved = opening.then((channel) => channel && client.removeChannel(channel));
  };
}

/**
 * Reacts to a session ended elsewhere and to changed access. Events have no data: after one, after a gap in the
 * connection, and when the page becomes visible, it asks the server.
 */
export function useAccountEvents(
  userId: string | undefined,
  onAccessChanged: (userId: string) => void,
): void {
  useEffect(() => {
    if (userId === undefined) return undefined;
    const unsubscribe = subscribe(userId, onAccessChanged);
    function checkIfVisible(): void {
      if (document.visibilityState === 'visible') void checkSession();
    }
    document.addEventListener('visibilitychange', checkIfVisible);
    window.addEventListener('online', checkIfVisible);
    return () => {
      document.removeEventListener('visibilitychange', checkIfVisible);
      window.removeEventListener('online', checkIfVisible);
      unsubscribe();
    };
  }, [userId, onAccessChanged]);
}
