import { useQueryClient, type QueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useSignedIn } from '../../../auth/session/session-store.ts';
import { readLeadsByIds } from '../read-lead-page.ts';
import { changeShownLeads, readShownLeads } from '../shown-leads.ts';
import { leadListKey, leadsKey } from '../leads-key.ts';
import { describeChange } from './describe-change.ts';
import { debounceBatch } from './debounce-batch.ts';
import { watchInbox } from './watch-inbox.ts';

/** Reads anew what counts or names leads; the list itself is left as it is, so that nothing moves. */
async function readCountsAgain(queries: QueryClient): Promise<void> {
  await queries.invalidateQueries({
    queryKey: leadsKey,
    predicate: ({ queryKey }) => queryKey[1] !== 'list',
  });
}

/** Stands for every lead that is shown, where nobody can tell which of them changed. */
const everyLead = '*';

/** Whether nothing of one's own is under way that a reading from before it would undo. */
function isQuiet(queries: QueryClient): boolean {
  return queries.isMutating() === 0 && queries.isFetching({ queryKey: leadListKey }) === 0;
}

/** When something of one's own last began or was read: differs where both happened while something else was waited for. */
function lastWork(queries: QueryClient): number {
  const writes = queries.getMutationCache().getAll();
  const lists = queries.getQueryCache().findAll({ queryKey: leadListKey });
  return Math.max(
    0,
    ...writes.map(({ state }) => state.submittedAt),
    ...lists.map(({ state }) => state.dataUpdatedAt),
  );
}

/**
 * Reads these leads anew where they are shown, each in its place. Answers what is worth saying, or null when
 * something of one's own began meanwhile: what was read is older than that, and is to be read again.
 */
async function readCardsAgain(
  queries: QueryClient,
  ids: ReadonlySet<string>,
  readerId: string,
): Promise<string[] | null> {
  const before = readShownLeads(queries);
  const all = ids.has(everyLead);
  const shown = new Set([...before.keys()].filter((id) => all || ids.has(id)));
  if (shown.size === 0) return [];
  const began = lastWork(queries);
  const after = new Map((await readLeadsByIds([...shown])).map((lead) => [lead.id, lead]));
  if (!isQuiet(queries) || lastWork(queries) !== began) return null;
  changeShownLeads(queries, (lead) => {
    if (!shown.has(lead.id)) return lead;
    const now = after.get(lead.id);
    return now ? { ...now, ...(lead.isKept ? { isKept: true } : {}) } : null;
  });
  return [...after].flatMap(([id, lead]) => {
    const was = before.get(id);
    return (was && describeChange(was, lead, readerId)) ?? [];
  });
}

/** So long the first reading waits for the channel; without it an inbox that cannot be joined would show nothing. */
const longestJoinMs = 2_000;

export type LiveState = 'joining' | 'live' | 'paused';

/**
 * Keeps the open inbox true: what colleagues and visitors do shows within moments. What happens here waits for one's
 * own writes and readings, which would otherwise show it twice or undo it. While it joins its channel nothing should be
 * read: what is read before would have to be read again.
 */
export function useLiveInbox(announce: (text: string) => void): LiveState {
  const queries = useQueryClient();
  const readerId = useSignedIn().user.id;
  const [state, setState] = useState<LiveState>('joining');

  useEffect(() => {
    let isFirst = true;
    const giveUp = setTimeout(() => {
      isFirst = false;
      setState('paused');
    }, longestJoinMs);
    const changed = debounceBatch(
      async (ids) => {
        const [said] = await Promise.all([readCardsAgain(queries, ids, readerId), readCountsAgain(queries)]);
        if (said === null) for (const id of ids) changed.add(id);
        else if (said.length > 0) announce(said.join('. '));
      },
      () => isQuiet(queries),
    );
    const stopWatching = watchInbox({
      onLead: (id) => changed.add(id),
      // no lead that is shown, so only what is counted is read; gathered, because a flood is quarantined one by one
      onQuarantineChange: () => changed.add('quarantine'),
      onListening() {
        clearTimeout(giveUp);
        setState('live');
        if (!isFirst) changed.add(everyLead);
        isFirst = false;
      },
      onDisconnected() {
        clearTimeout(giveUp);
        isFirst = false;
        setState('paused');
      },
    });
    return () => {
      clearTimeout(giveUp);
      changed.stop();
      stopWatching();
    };
  }, [queries, announce, readerId]);
  return state;
}
