import type { AuthConfig } from '../config.ts';

/** Seconds, as query parameters; null for none. */
export function sessionLimits({ sessions }: AuthConfig): [timebox: number | null, inactivity: number | null] {
  return [sessions.timebox ?? null, sessions.inactivity_timeout ?? null];
}

/** SQL; the arguments are the placeholders of sessionLimits(). */
export function expiredCondition(timebox: string, inactivity: string): string {
  return `coalesce(
    s.not_after < clock_timestamp()
    or s.created_at < clock_timestamp() - make_interval(secs => ${timebox}::float8)
    or coalesce(s.refreshed_at at time zone 'utc', s.created_at)
      < clock_timestamp() - make_interval(secs => ${inactivity}::float8),
    false)`;
}
