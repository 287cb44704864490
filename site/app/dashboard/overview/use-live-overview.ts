import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { debounceBatch, watchInbox } from '../inbox/live/watch-inbox.ts';
import { leadsKey } from '../inbox/leads-cache.ts';
import { waitingKey } from './waiting-leads.ts';

/** Rows must not move while the user is about to press one. */
function isInUse(): boolean {
  return document.querySelector('[aria-labelledby=needs-reply]:is(:hover, :focus-within)') !== null;
}

/** Refetches numbers, charts and list while the overview is open; `enabled` for accounts that may read leads. */
export function useLiveOverview(enabled: boolean): void {
  const queries = useQueryClient();
  useEffect(() => {
    if (!enabled) return undefined;
    const isQuiet = (): boolean => queries.isFetching({ queryKey: leadsKey }) === 0;
    const numbers = debounceBatch(
      () =>
        queries.invalidateQueries({
          queryKey: leadsKey,
          predicate: ({ queryKey }) => queryKey[1] !== 'list' && queryKey[1] !== 'waiting',
        }),
      isQuiet,
    );
    const list = debounceBatch(
      () => queries.invalidateQueries({ queryKey: waitingKey }),
      () => isQuiet() && !isInUse(),
    );
    function changed(id: string): void {
      numbers.add(id);
      list.add(id);
    }
    let hasSubscribed = false;
    const stopWatching = watchInbox({
      onLead: changed,
      onAnyLead: () => changed('any'),
      onOtherChange() {},
      onSubscribed() {
        // the first subscription is as new as the data; after a later one, changes may have been missed
        if (hasSubscribed) changed('missed');
        hasSubscribed = true;
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
