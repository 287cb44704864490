// The next booked calls; nothing if there are none.
import { useQuery } from '@tanstack/react-query';
import { browserClient } from '../../data/browser-client.ts';
import { BookedCall } from '../bookings/booked-call.tsx';
import { bookingsQueryName } from '../bookings/bookings-queries.ts';
import { LoadFailedNotice } from '../screen/load-failed-notice.tsx';
import { Panel } from '../screen/panel.tsx';
import { overviewTexts } from './overview-texts.ts';

const mostShown = 5;
const longestCallMs = 24 * 60 * 60 * 1000;

async function readUpcomingCalls() {
  const now = new Date();
  const { data } = await browserClient()
    .from('bookings')
    .select('id, starts_at, state, lead:leads(name)')
    .eq('state', 'booked')
    .gte('ends_at', now.toISOString())
    // implied by the longest call, for the index
    .gte('starts_at', new Date(now.getTime() - longestCallMs).toISOString())
    .order('starts_at')
    .order('id')
    .limit(mostShown)
    .throwOnError();
  return data;
}

export function UpcomingCalls() {
  const {
    data: calls = [],
    isError,
    isFetching,
    refetch,
  } = useQuery({
    queryKey: [bookingsQueryName, 'upcoming'],
    queryFn: readUpcomingCalls,
  });
  if (calls.length === 0 && !isError) return null;
  return (
    <Panel id="upcoming-calls" padded title={overviewTexts.upcomingCalls}>
      {isError && <LoadFailedNotice busy={isFetching} onRetry={() => void refetch()} />}
      <ul className="stack gap-12 mt-16">
        {calls.map((call) => (
          <li key={call.id}>
            <h3 className="sans text-16 leading-15">
              <bdi>{call.lead.name}</bdi>
            </h3>
            <BookedCall call={call} />
          </li>
        ))}
      </ul>
    </Panel>
  );
}
