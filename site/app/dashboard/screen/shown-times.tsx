// Times as elements: in the agency's zone, or in the viewer's.
import { useAgency } from '../../agency/use-agency.ts';
import { formatShortDate, formatDateTime } from '../../ui/format-values.ts';

/** "Jan 5, 2025, 10:43 p.m." in the agency's zone. `timestamp` is ISO 8601. */
export function AgencyZoneTime({ timestamp }: { timestamp: string }) {
  const { timeZone } = useAgency();
  return <time dateTime={timestamp}>{formatDateTime(timestamp, timeZone)}</time>;
}

/** "Jan 5, 2025" or "Jan 5, 2025, 10:43 p.m." in the viewer's zone. `timestamp` is ISO 8601. */
export function ViewerZoneTime({ timestamp, withTime = false }: { timestamp: string; withTime?: boolean }) {
  return (
    <time className="muted text-15 figure" dateTime={timestamp}>
      {(withTime ? formatDateTime : formatShortDate)(timestamp)}
    </time>
  );
}
