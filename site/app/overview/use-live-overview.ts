import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { gather } from '../leads/inbox/live/gather.ts';
import { watchInbox } from '../leads/inbox/live/watch-inbox.ts';
import { leadsKey } from '../leads/inbox/use-leads.ts';

/** Rows go and come in the list of who waits: not while somebody is about to press one of them. */
function isInUse(): boolean {
  return document.querySelector('.needs-reply:is(:hover, :focus-within)') !== null;
}

/** Keeps numbers and charts true while the overview is open; `enabled` for those who may read leads. */
export function useLiveOverview(enabled: boolean): void {
  const queries = useQueryClient();
  useEffect(() => {
    if (!enabled) return undefined;
    const changed = gather(
      () =>
        queries.invalidateQueries({
          queryKey: leadsKey,
          predicate: ({ queryKey }) => queryKey[1] !== 'list' && !(queryKey[1] === 'waiting' && isInUse()),
        }),
      () => queries.isFetching({ queryKey: leadsKey }) === 0,
    );
    let hasListened = false;
    const stopWatching = watchInbox({
      onLead: (id) => changed.add(id),
      onHeld() {},
      onListening() {
        // what the screen read when it opened is as new as this; later on something may have been missed
        if (hasListened) changed.add('missed');
        hasListened = true;
      },
      onDeaf() {},
    });
    return () => {
      changed.stop();
      stopWatching();
    };
  }, [queries, enabled]);
}
