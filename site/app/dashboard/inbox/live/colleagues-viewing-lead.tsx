// Shows which colleagues view a lead or type a reply, by Realtime presence.
import type { RealtimeChannel } from '@supabase/supabase-js';
import { useCallback, useSyncExternalStore } from 'react';
import { useSignedInSession } from '../../../auth/session/session-store.ts';
import { browserClient } from '../../../data/browser-client.ts';
import { defineTexts } from '../../../texts/define-texts.ts';
import { useAssignableAccounts } from '../card/use-assignable-accounts.ts';
import { inboxTexts } from '../inbox-texts.ts';
import { readOwnActivity, subscribeToOwnActivity } from './own-activity.ts';
import styles from './colleagues-viewing-lead.module.css';

const t = defineTexts({
  viewing: (names: string) => `${names} is viewing`,
  viewingAll: (names: string) => `${names} are viewing`,
  typing: (names: string) => `${names} is typing...`,
  typingAll: (names: string) => `${names} are typing...`,
});

/** A private channel for those who handle leads (supabase/schemas/90-realtime/channels.sql). */
const topic = 'inbox-presence';
const list = new Intl.ListFormat('en-CA');

interface Activity {
  lead: string;
  is_typing: boolean;
}

interface Colleague extends Activity {
  account: string;
}

const none: readonly Colleague[] = [];
let here = new Map<string, Colleague[]>();
const listeners = new Set<() => void>();
let leave: (() => void) | undefined;

function show(channel: RealtimeChannel): void {
  // The key is the account, which the database has proved; whatever else is sent could be anyone's name.
  const all = Object.entries(channel.presenceState<Activity>()).flatMap(([account, activities]) =>
    activities.map(({ lead, is_typing }) => ({ account, lead, is_typing })),
  );
  here = Map.groupBy(all, ({ lead }) => lead);
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

/** Shows which colleagues have this lead open, and which of them are typing. */
export default function ColleaguesViewingLead({ lead }: { lead: string }) {
  const { id } = useSignedInSession().user;
  const follow = useCallback((listener: () => void) => subscribe(id, listener), [id]);
  const present = useSyncExternalStore(follow, () => here.get(lead) ?? none);
  const others = present.filter(({ account }) => account !== id);
  const { data } = useAssignableAccounts(others.length > 0);
  if (others.length === 0 || !data) return null;
  const writing = others.filter(({ is_typing: isTyping }) => isTyping);
  const shown = [...new Set((writing.length > 0 ? writing : others).map(({ account }) => account))];
  const names = shown.map(
    (account) => data.find((one) => one.id === account)?.name ?? inboxTexts.thread.colleague,
  );
  const isOne = names.length === 1;
  const text = writing.length > 0 ? (isOne ? t.typing : t.typingAll) : isOne ? t.viewing : t.viewingAll;
  return <output className={styles.here}>{text(list.format(names))}</output>;
}
