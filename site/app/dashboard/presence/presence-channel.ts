// A Realtime channel on which colleagues publish what they have open and do there.
import type { RealtimeChannel } from '@supabase/supabase-js';
import { browserClient } from '../../data/browser-client.ts';
import type { ActivityOfTab, OwnActivity } from './own-activity.ts';

export interface PresentColleague extends OwnActivity {
  account: string;
}

const none: readonly PresentColleague[] = [];

/** Without the channel, as when the socket cannot connect, nothing counts as open. */
const longestMs = 2_000;

export type Presence = ReturnType<typeof createPresence>;

/** `topic`: of a private channel (supabase/schemas/90-realtime/channels.sql), in which `own` is published. */
export function createPresence(topic: string, own: ActivityOfTab) {
  let here = new Map<string, PresentColleague[]>();
  /** Whether the channel has sent who is present. */
  let isKnown = false;
  const listeners = new Set<() => void>();
  let leave: (() => void) | undefined;
  /**
   * Resolves when the previous channel is removed. It must be removed first, because the client has one channel per
   * topic.
   */
  let lastLeft: Promise<unknown> = Promise.resolve();

  function show(channel: RealtimeChannel): void {
    // The key is the account, which the database has proved; whatever else is sent could be anyone's name.
    const all = Object.entries(channel.presenceState<OwnActivity>()).flatMap(([account, activities]) =>
      activities.map(({ place, detail }) => ({ account, place, detail })),
    );
    here = Map.groupBy(all, ({ place }) => place);
    isKnown = true;
    for (const listener of listeners) listener();
  }

  /** Joins the channel and publishes the state of this tab; returns the function that leaves. */
  function join(account: string): () => void {
    const client = browserClient();
    let channel: RealtimeChannel | undefined;
    let isJoined = false;
    let hasLeft = false;

    function report(): void {
      const activity = own.read();
      if (!isJoined) return;
      if (activity === null) void channel?.untrack();
      else void channel?.track({ ...activity });
    }

    async function open(): Promise<void> {
      await client.realtime.setAuth();
      if (hasLeft) return;
      const opened = client.channel(topic, {
        config: { private: true, presence: { key: account, enabled: true } },
      });
      channel = opened;
      opened
        .on('presence', { event: 'sync' }, () => show(opened))
        .subscribe((status) => {
          isJoined = status === 'SUBSCRIBED';
          report();
        });
    }

    const stopReports = own.subscribe(report);
    const opening = lastLeft.then(open).catch(() => undefined);
    return () => {
      hasLeft = true;
      stopReports();
      here = new Map();
      isKnown = false;
      lastLeft = opening.then(() => channel && client.removeChannel(channel));
    };
  }

  function subscribe(account: string, listener: () => void): () => void {
    listeners.add(listener);
    leave ??= join(account);
    return () => {
      listeners.delete(listener);
      if (listeners.size > 0) return;
      leave?.();
      leave = undefined;
    };
  }

  return {
    subscribe,
    readPresentAt: (place: string): readonly PresentColleague[] => here.get(place) ?? none,
    /** What colleagues have open now. */
    async findOpenElsewhere(account: string): Promise<Set<string>> {
      const { promise, resolve } = Promise.withResolvers<void>();
      const unsubscribe = subscribe(account, resolve);
      const timer = setTimeout(resolve, longestMs);
      if (!isKnown) await promise;
      const open = [...here].filter(([, present]) => present.some((one) => one.account !== account));
      clearTimeout(timer);
      unsubscribe();
      return new Set(open.map(([place]) => place));
    },
  };
}
