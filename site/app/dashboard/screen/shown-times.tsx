// Times as elements, in the agency's zone.
import { useAgency } from '../../agency/use-agency.ts';
import { formatShortDate, formatDateTime } from '../../ui/format-values.ts';

interface TimeProps {
  /** ISO 8601, as the database returns it */
  timestamp: string;
  withTime?: boolean;
}

/** "Jan 5, 2025" or "Jan 5, 2025, 10:43 p.m." in the agency's zone. */
export function AgencyZoneTime({ timestamp, withTime = false }: TimeProps) {
  const { timeZone } = useAgency();
  return (
    <time dateTime={timestamp}>{(withTime ? formatDateTime : formatShortDate)(timestamp, timeZone)}</time>
  );
}

/** "Jan 5, 2025" or "Jan 5, 2025, 10:43 p.m." in the agency's zone, muted. */
export function MutedTime({ timestamp, withTime = false }: TimeProps) {
  const { timeZone } = useAgency();
  return (
    <time className="muted text-15 figure" dateTime={timestamp}>
      {(withTime ? formatDateTime : formatShortDate)(timestamp, timeZone)}
    </time>
  );
}
