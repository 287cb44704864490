import { useEffect } from 'react';
import { browserClient } from '../../data/browser-client.ts';
import { checkSession } from './check-session.ts';

/** The one before must be gone first: the client hands out one channel for a topic. */
let previousChannelRemoved: Promise<unknown> = Promise.resolve();

/** Listens on the account's own channel until the answered function is called. */
function subscribe(userId: string, onAccessChanged: (userId: string) => void): () => void {
  const client = browserClient();
  let isClosed = false;
  let wasInterrupted = false;
  async function openChannel() {
    await previousChannelRemoved;
    // A private channel is joined as somebody: the token has to be there before.
    await client.realtime.setAuth();
    if (isClosed) return undefined;
    return client
      .channel(`account:${userId}`, { config: { private: true } })
      .on('broadcast', { event: 'session-ended' }, () => void checkSession())
      .on('broadcast', { event: 'access-changed' }, () => {
        // leaving takes a moment, in which somebody else may have signed in here
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
  // without a socket the page still asks whenever it comes to the front
  const opening = openChannel().catch(() => undefined);
  return () => {
    isClosed = true;
    previousChannelRemoved = opening.then((channel) => channel && client.removeChannel(channel));
  };
}

/**
 * Notices at once what happens to this account elsewhere: a session that was ended, and a change of what it may do.
 * The channel says that something happened, never what; where it was cut off meanwhile, and whenever the page comes to
 * the front, the server is asked.
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
