// The live connection of the inbox, which refetches changed leads.
import { useQueryClient, type QueryClient } from '@tanstack/react-query';
import { useEffect, useState, createContext, useContext } from 'react';
import { useSignedInSession } from '../../../auth/session/session-store.ts';
import { readLeadsByIds, withSortedAt, type Lead } from '../read-leads-page.ts';
import { updateCachedLeads, readVisibleLeads, leadListQueryKey, leadsQueryKey } from '../leads-cache.ts';
import { createIdBatcher, watchInbox } from './watch-inbox.ts';
import { leadStatusLabel, leadStatusOrNew } from '../../../lead/lead-status.ts';
import { assigneeTexts, inboxTexts } from '../inbox-texts.ts';

/** Refetches everything about leads except the list, so that no card moves. */
async function refetchCounts(queries: QueryClient): Promise<void> {
  await queries.invalidateQueries({
    queryKey: leadsQueryKey,
    predicate: ({ queryKey }) => queryKey[1] !== 'list',
  });
}

/** Used instead of an id if any lead may have changed. */
const everyLead = '*';

/**
 * Whether this tab has no write and no list fetch in progress: a read that began before would overwrite its result.
 */
function isIdle(queries: QueryClient): boolean {
  return queries.isMutating() === 0 && queries.isFetching({ queryKey: leadListQueryKey }) === 0;
}

/** When a write of this tab last started or a list was last fetched, in milliseconds. */
function lastActivity(queries: QueryClient): number {
  const writes = queries.getMutationCache().getAll();
  const lists = queries.getQueryCache().findAll({ queryKey: leadListQueryKey });
  return Math.max(
    0,
    ...writes.map(({ state }) => state.submittedAt),
    ...lists.map(({ state }) => state.dataUpdatedAt),
  );
}

/**
 * Refetches these leads where they are shown. Returns the texts to announce, or null if this tab has written or fetched
 * in between: then the result is stale, and is discarded.
 */
async function refetchCards(
  queries: QueryClient,
  ids: ReadonlySet<string>,
  userId: string,
): Promise<string[] | null> {
  const before = readVisibleLeads(queries);
  const all = ids.has(everyLead);
  const shown = new Set([...before.keys()].filter((id) => all || ids.has(id)));
  if (shown.size === 0) return [];
  const activity = lastActivity(queries);
  const after = new Map((await readLeadsByIds([...shown])).map((lead) => [lead.id, lead]));
  if (!isIdle(queries) || lastActivity(queries) !== activity) return null;
  updateCachedLeads(queries, (lead) => {
    if (!shown.has(lead.id)) return lead;
    const now = after.get(lead.id);
    return now ? { ...withSortedAt(now, lead.sorted_at), ...(lead.isKept ? { isKept: true } : {}) } : null;
  });
  return [...after].flatMap(([id, lead]) => {
    const was = before.get(id);
    return (was && describeLeadChange(was, lead, userId)) ?? [];
  });
}

/** The first fetch waits this long for the channel: an inbox that cannot join still shows its leads. */
const joinTimeoutMs = 2_000;

export type LiveInboxState = 'joining' | 'live' | 'paused';

/**
 * Shows changes by colleagues and visitors in the open inbox. Nothing should be fetched before it joins its channel.
 */
export function useLiveInbox(announce: (text: string) => void): LiveInboxState {
  const queries = useQueryClient();
  const userId = useSignedInSession().user.id;
  const [state, setState] = useState<LiveInboxState>('joining');

  useEffect(() => {
    let isFirst = true;
    const joinTimeout = setTimeout(() => {
      isFirst = false;
      setState('paused');
    }, joinTimeoutMs);
    const changed = createIdBatcher(
      async (ids) => {
        const [announcements] = await Promise.all([
          refetchCards(queries, ids, userId),
          refetchCounts(queries),
        ]);
        if (announcements === null) for (const id of ids) changed.add(id);
        else if (announcements.length > 0) announce(announcements.join('. '));
      },
      () => isIdle(queries),
    );
    const stopWatching = watchInbox({
      onLead: (id) => changed.add(id),
      onAnyLead: () => changed.add(everyLead),
      // refetches counts and other queries, but no cards; batched, because many leads may be quarantined one after
      // the other
      onOtherChange: () => changed.add('other'),
      onSubscribed() {
        clearTimeout(joinTimeout);
        setState('live');
        if (!isFirst) changed.add(everyLead);
        isFirst = false;
      },
      onDisconnected() {
        clearTimeout(joinTimeout);
        isFirst = false;
        setState('paused');
      },
    });
    return () => {
      clearTimeout(joinTimeout);
      changed.stop();
      stopWatching();
    };
  }, [queries, announce, userId]);
  return state;
}

const t = inboxTexts.changes;

/** The text to announce for a changed lead, or null. A reply of the user (`userId`) may come from another tab. */
export function describeLeadChange(before: Lead, after: Lead, userId: string): string | null {
  const known = new Set(before.replies.map(({ id }) => id));
  const added = after.replies.filter(({ id }) => !known.has(id));
  if (added.some(({ sender_type }) => sender_type !== 'admin')) return t.leadWrote(after.name);
  const isOwn = added.every(({ author_id }) => author_id === userId);
  if (added.length > 0) return isOwn ? t.youReplied(after.name) : t.colleagueReplied(after.name);
  if (before.assignee_id !== userId && after.assignee_id === userId)
    return assigneeTexts.givenToYou(after.name);
  if (leadStatusOrNew(before.status) === leadStatusOrNew(after.status)) return null;
  return t.status(after.name, leadStatusLabel(after.status));
}

/** False while the inbox joins its channel, because earlier reads would have to be repeated. */
export const InboxFetchEnabledContext = createContext(true);

export function useIsInboxFetchEnabled(): boolean {
  return useContext(InboxFetchEnabledContext);
}
