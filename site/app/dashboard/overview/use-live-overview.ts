import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { gather } from '../inbox/live/gather.ts';
import { watchInbox } from '../inbox/live/watch-inbox.ts';
import { leadsKey } from '../inbox/leads-key.ts';
import { waitingKey } from './list-waiting-leads.ts';

/** Rows go and come in the list of who waits: not while somebody is about to press one of them. */
function isInUse(): boolean {
  return document.querySelector('.needs-reply:is(:hover, :focus-within)') !== null;
}

/** Keeps numbers and charts true while the overview is open, the list as well; `enabled` for those who may read leads. */
export function useLiveOverview(enabled: boolean): void {
  const queries = useQueryClient();
  useEffect(() => {
    if (!enabled) return undefined;
    const isQuiet = (): boolean => queries.isFetching({ queryKey: leadsKey }) === 0;
    const numbers = gather(
      () =>
        queries.invalidateQueries({
          queryKey: leadsKey,
          predicate: ({ queryKey }) => queryKey[1] !== 'list' && queryKey[1] !== 'waiting',
        }),
      isQuiet,
    );
    const list = gather(
      () => queries.invalidateQueries({ queryKey: waitingKey }),
      () => isQuiet() && !isInUse(),
    );
    function changed(id: string): void {
      numbers.add(id);
      list.add(id);
    }
    let hasListened = false;
    const stopWatching = watchInbox({
      onLead: changed,
      onQuarantineChange() {},
      onListening() {
        // what the screen read when it opened is as new as this; later on something may have been missed
        if (hasListened) changed('missed');
        hasListened = true;
      },
      onDisconnected() {},
    });
    return () => {
      numbers.stop();
      list.stop();
      stopWatching();
    };
  }, [queries, enabled]);
}
