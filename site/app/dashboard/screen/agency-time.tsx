// Shows a time in the agency's time zone.
import { useAgency } from '../../agency/use-agency.ts';
import { formatCardTime } from '../../ui/format-values.ts';

/** "Jan 5, 2025, 10:43 p.m." in the agency's zone. `timestamp` is ISO 8601. */
export function AgencyTime({ timestamp }: { timestamp: string }) {
  const { timeZone } = useAgency();
  return <time dateTime={timestamp}>{formatCardTime(timestamp, timeZone)}</time>;
}
