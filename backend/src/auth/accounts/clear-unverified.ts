import type { Queryable } from './user-row.ts';

/**
 * Clears password, factors, sessions and provider identities, so that registering another person's email first gains
 * nothing. False for a verified email.
 */
export async function clearUnverified(db: Queryable, userId: string): Promise<boolean> {
  const { rowCount } = await db.query(
    `update auth.users set encrypted_password = null, updated_at = now()
     where id = $1 and (email_verified_at is null or confirmed_at is null)`,
    [userId],
  );
  if (!rowCount) return false;
  await db.query('delete from auth.sessions where user_id = $1', [userId]);
  await db.query('delete from auth.mfa_factors where user_id = $1', [userId]);
  await db.query(`delete from auth.identities where user_id = $1 and provider <> 'email'`, [userId]);
  return true;
}
