import type { Session } from '@supabase/supabase-js';

/** Whether the account has a second factor that this session has not verified. Policies return no rows until then. */
export function lacksSecondFactor(session: Session): boolean {
  const verified = session.user.factors?.some(({ status }) => status === 'verified') ?? false;
  return verified && assuranceLevel(session.access_token) !== 'aal2';
}

/** The token's claimed level, `aal1` or `aal2`. Not verified: it decides only what is shown. */
export function assuranceLevel(token: string): unknown {
  const payload = token.split('.')[1]?.replaceAll('-', '+').replaceAll('_', '/') ?? '';
  try {
    return (JSON.parse(atob(payload)) as { aal?: unknown }).aal;
  } catch {
    return undefined;
  }
}
