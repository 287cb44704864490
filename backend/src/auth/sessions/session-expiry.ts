import type { AuthConfig } from '../config.ts';

/** How long a session may live and lie unused, in seconds, as parameters of a query; null where there is no end. */
export function sessionLimits({ sessions }: AuthConfig): [timebox: number | null, inactivity: number | null] {
  return [sessions.timebox ?? null, sessions.inactivity_timeout ?? null];
}

/** Whether the session `s` is past its end, with the parameters of sessionLimits() in these places. */
export function expiredCondition(timebox: string, inactivity: string): string {
  return `coalesce(
    s.not_after < clock_timestamp()
    or s.created_at < clock_timestamp() - make_interval(secs => ${timebox}::float8)
    or coalesce(s.refreshed_at at time zone 'utc', s.created_at)
      < clock_timestamp() - make_interval(secs => ${inactivity}::float8),
    false)`;
}
