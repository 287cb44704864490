// The calls of all weeks that are over and have no outcome.
import { Badge } from '../../ui/badge.tsx';
import { formatCount } from '../../ui/format-values.ts';
import { useEndedCalls } from './bookings-queries.ts';
import { bookingsTexts } from './bookings-texts.ts';
import { ScheduledCall } from './scheduled-call.tsx';
import styles from './bookings.module.css';

const t = bookingsTexts.ended;

/** Above the week, because these calls may be in any week; nothing if there are none. */
export function EndedCalls() {
  const { data } = useEndedCalls();
  if (!data || data.calls.length === 0) return null;
  return (
    <section aria-labelledby="ended-calls" className={styles.ended}>
      <h2 className="cluster text-20" id="ended-calls" tabIndex={-1}>
        <span>{t.title}</span>
        <Badge variant="land">{formatCount(data.count)}</Badge>
      </h2>
      <p className="muted">{t.text}</p>
      <ul className={styles.endedCalls}>
        {data.calls.map((call) => (
          <li key={call.id}>
            <ScheduledCall call={call} isDated now={data.readAt} />
          </li>
        ))}
      </ul>
    </section>
  );
}
