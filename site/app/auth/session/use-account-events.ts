// Hook that subscribes to an account's realtime channel: session end, access change, notifications.
import { useEffect } from 'react';
import { browserClient } from '../../data/browser-client.ts';
import { signOutIfSessionEnded } from './roles.ts';

/** A notification about a lead that concerns this account. */
export interface StaffNotification {
  /** the event, the same in every tab: `realtime.send` adds it */
  id: string;
  kind: 'lead' | 'answer';
  lead: string;
}

interface AccountListeners {
  onAccessChanged: (userId: string) => void;
  onNotification: (notification: StaffNotification) => void;
}

/** The client has one channel per topic, so the previous one must be removed first. */
let previousChannelRemoved: Promise<unknown> = Promise.resolve();

/** Subscribes to the account's private channel; returns the function that unsubscribes. */
function subscribe(userId: string, { onAccessChanged, onNotification }: AccountListeners): () => void {
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
      .on('broadcast', { event: 'session-ended' }, () => void signOutIfSessionEnded())
      .on('broadcast', { event: 'access-changed' }, () => {
        // the channel is removed asynchronously; another account may have signed in by then
        if (!isClosed) onAccessChanged(userId);
      })
      .on<StaffNotification>('broadcast', { event: 'notification' }, ({ payload }) => {
        if (!isClosed) onNotification(payload);
      })
      .subscribe((status) => {
        if (isClosed) return;
        if (status !== 'SUBSCRIBED') {
          wasInterrupted = true;
          // the channel may have been refused because the session ended before it was joined
          if (status === 'CHANNEL_ERROR') void signOutIfSessionEnded();
        } else if (wasInterrupted) {
          wasInterrupted = false;
          void signOutIfSessionEnded();
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
 * Reacts to a session ended elsewhere, to changed access and to notifications about leads. The first two events contain
 * no data: after one, after a gap in the connection, and when the page becomes visible, the server is asked.
 */
export function useAccountEvents(userId: string | undefined, listeners: AccountListeners): void {
  const { onAccessChanged, onNotification } = listeners;
  useEffect(() => {
    if (userId === undefined) return undefined;
    const unsubscribe = subscribe(userId, { onAccessChanged, onNotification });
    function checkIfVisible(): void {
      if (document.visibilityState === 'visible') void signOutIfSessionEnded();
    }
    document.addEventListener('visibilitychange', checkIfVisible);
    window.addEventListener('online', checkIfVisible);
    return () => {
      document.removeEventListener('visibilitychange', checkIfVisible);
      window.removeEventListener('online', checkIfVisible);
      unsubscribe();
    };
  }, [userId, onAccessChanged, onNotification]);
}
