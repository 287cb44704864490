import { useEffect } from 'react';
import { browserClient } from '../data/browser-client.ts';
import { checkSession } from './check-session.ts';

/**
 * Notices at once what happens to this account elsewhere: a session that was ended, and a change of what it may do.
 * The channel says that something happened, never what; where it was cut off meanwhile, and whenever the page comes to
 * the front, the server is asked.
 */
export function useAccountNews(userId: string | undefined, onAccessChanged: (userId: string) => void): void {
  useEffect(() => {
    if (userId === undefined) return undefined;
    const client = browserClient();
    function look(): void {
      if (document.visibilityState === 'visible') void checkSession();
    }
    let joined = false;
    const channel = client
      .channel(`account:${userId}`, { config: { private: true } })
      .on('broadcast', { event: 'session-ended' }, () => void checkSession())
      .on('broadcast', { event: 'access-changed' }, () => onAccessChanged(userId))
      .subscribe((status) => {
        if (status !== 'SUBSCRIBED') return;
        if (joined) {
          look();
          onAccessChanged(userId);
        }
        joined = true;
      });
    document.addEventListener('visibilitychange', look);
    window.addEventListener('online', look);
    return () => {
      document.removeEventListener('visibilitychange', look);
      window.removeEventListener('online', look);
      void client.removeChannel(channel);
    };
  }, [userId, onAccessChanged]);
}
