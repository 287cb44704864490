import type { AuthDeps } from '../deps.ts';
import { authError } from '../http/errors.ts';
import type { SignedIn } from '../sessions/require-user.ts';

/** How long a link or code of a message stands for the password that was forgotten. */
const FORGOTTEN = '1 hour';

/**
 * Where `email.require_current_password` is on: throws 400 current_password_required, because whoever found a session
 * open must not be able to keep the account. A session that a message opened a short while ago needs none.
 */
export async function requireCurrentPassword({ user, sessionId }: SignedIn, deps: AuthDeps): Promise<void> {
  if (!deps.config.email.require_current_password || !user.encrypted_password) return;
  const { rowCount } = await deps.pool.query(
    `select from auth.mfa_amr_claims
     where session_id = $1::uuid and authentication_method in ('otp', 'magiclink', 'recovery')
       and created_at > now() - interval '${FORGOTTEN}'`,
    [sessionId ?? null],
  );
  if (rowCount) return;
  throw authError(400, 'current_password_required', 'Current password required when setting new password.');
}
