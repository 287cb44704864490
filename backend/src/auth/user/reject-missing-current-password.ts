import type { AuthDeps } from '../deps.ts';
import { authError } from '../http/errors.ts';
import type { SignedIn } from '../sessions/require-user.ts';

/** How long after a sign-in by emailed or texted link or code no current password is needed. */
const RECOVERY_WINDOW = '1 hour';

/**
 * Throws 400 current_password_required where config.toml sets `require_current_password`: an open session found by
 * another must not be enough to take the account. Accounts without a password are exempt.
 */
export async function rejectMissingCurrentPassword(
  { user, sessionId }: SignedIn,
  deps: AuthDeps,
): Promise<void> {
  if (!deps.config.email.require_current_password || !user.encrypted_password) return;
  const { rowCount } = await deps.pool.query(
    `select from auth.mfa_amr_claims
     where session_id = $1::uuid and authentication_method in ('otp', 'magiclink', 'recovery')
       and created_at > now() - interval '${RECOVERY_WINDOW}'`,
    [sessionId ?? null],
  );
  if (rowCount) return;
  throw authError(400, 'current_password_required', 'Current password required when setting new password.');
}
