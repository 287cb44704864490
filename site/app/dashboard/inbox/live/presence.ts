// The Realtime channel on which colleagues publish which lead they have open and whether they type a reply.
import type { RealtimeChannel } from '@supabase/supabase-js';
import { browserClient } from '../../../data/browser-client.ts';
import { readOwnActivity, subscribeToOwnActivity } from './own-activity.ts';

/** A private channel for those who handle leads (supabase/schemas/90-realtime/channels.sql). */
const topic = 'inbox-presence';

interface Activity {
  lead: string;
  is_typing: boolean;
}

export interface PresentColleague extends Activity {
  account: string;
}

const none: readonly PresentColleague[] = [];
let here = new Map<string, PresentColleague[]>();
/** Whether the channel has sent who is present. */
let isKnown = false;
const listeners = new Set<() => void>();
let leave: (() => void) | undefined;

function show(channel: RealtimeChannel): void {
  // The key is the account, which the database has proved; whatever else is sent could be anyone's name.
  const all = Object.entries(channel.presenceState<Activity>()).flatMap(([account, activities]) =>
    activities.map(({ lead, is_typing }) => ({ account, lead, is_typing })),
  );
  here = Map.groupBy(all, ({ lead }) => lead);
  isKnown = true;
  for (const listener of listeners) listener();
}

/**
 * Resolves when the previous channel is removed. It must be removed first, because the client has one channel per
 * topic.
 */
let lastLeft: Promise<unknown> = Promise.resolve();

/** Joins the channel and publishes the state of this tab; returns the function that leaves. */
function join(account: string): () => void {
  const client = browserClient();
  let channel: RealtimeChannel | undefined;
  let isJoined = false;
  let hasLeft = false;

  function report(): void {
    const activity = readOwnActivity();
    if (!isJoined) return;
    if (activity === null) void channel?.untrack();
    else void channel?.track({ lead: activity.lead, is_typing: activity.isTyping });
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

  const stopReports = subscribeToOwnActivity(report);
  const opening = lastLeft.then(open).catch(() => undefined);
  return () => {
    hasLeft = true;
    stopReports();
    here = new Map();
    isKnown = false;
    lastLeft = opening.then(() => channel && client.removeChannel(channel));
  };
}

export function subscribeToPresence(account: string, listener: () => void): () => void {
  listeners.add(listener);
  leave ??= join(account);
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    leave?.();
    leave = undefined;
  };
}

export function readPresentOn(lead: string): readonly PresentColleague[] {
  return here.get(lead) ?? none;
}

/** Without the channel, as when the socket cannot connect, no lead counts as open. */
const longestMs = 2_000;

/** The leads that colleagues have open now. */
export async function findLeadsOpenElsewhere(account: string): Promise<Set<string>> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const unsubscribe = subscribeToPresence(account, resolve);
  const timer = setTimeout(resolve, longestMs);
  if (!isKnown) await promise;
  const open = [...here].filter(([, present]) => present.some((one) => one.account !== account));
  clearTimeout(timer);
  unsubscribe();
  return new Set(open.map(([lead]) => lead));
}
