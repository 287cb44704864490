import { useEffect } from 'react';
import { browserClient } from '../../data/browser-client.ts';
import { checkSession } from './check-session.ts';

/** The one before must be gone first: the client hands out one channel for a topic. */
let lastLeft: Promise<unknown> = Promise.resolve();

/** Listens on the account's own channel until the answered function is called. */
function listen(userId: string, onAccessChanged: (userId: string) => void): () => void {
  const client = browserClient();
  let hasLeft = false;
  let missed = false;
  async function join() {
    await lastLeft;
    // A private channel is joined as somebody: the token has to be there before.
    await client.realtime.setAuth();
    if (hasLeft) return undefined;
    return client
      .channel(`account:${userId}`, { config: { private: true } })
      .on('broadcast', { event: 'session-ended' }, () => void checkSession())
      .on('broadcast', { event: 'access-changed' }, () => {
        // leaving takes a moment, in which somebody else may have signed in here
        if (!hasLeft) onAccessChanged(userId);
      })
      .subscribe((status) => {
        if (hasLeft) return;
        if (status !== 'SUBSCRIBED') missed = true;
        else if (missed) {
          missed = false;
          void checkSession();
          onAccessChanged(userId);
        }
      });
  }
  // without a socket the page still asks whenever it comes to the front
  const joining = join().catch(() => undefined);
  return () => {
    hasLeft = true;
    lastLeft = joining.then((channel) => channel && client.removeChannel(channel));
  };
}

/**
 * Notices at once what happens to this account elsewhere: a session that was ended, and a change of what it may do.
 * The channel says that something happened, never what; where it was cut off meanwhile, and whenever the page comes to
 * the front, the server is asked.
 */
export function useAccountNews(userId: string | undefined, onAccessChanged: (userId: string) => void): void {
  useEffect(() => {
    if (userId === undefined) return undefined;
    const leave = listen(userId, onAccessChanged);
    function look(): void {
      if (document.visibilityState === 'visible') void checkSession();
    }
    document.addEventListener('visibilitychange', look);
    window.addEventListener('online', look);
    return () => {
      document.removeEventListener('visibilitychange', look);
      window.removeEventListener('online', look);
      leave();
    };
  }, [userId, onAccessChanged]);
}
