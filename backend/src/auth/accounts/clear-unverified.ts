import type { Queryable } from './user-row.ts';

/**
 * For an account whose address nobody has proved yet: whatever could let in who registered it goes, password, factors,
 * sessions and identities of providers. Registering somebody else's address first then wins nothing. Answers whether
 * there was something to clear; an account that is proved is left as it is.
 */
export async function clearUnverified(db: Queryable, userId: string): Promise<boolean> {
  const { rowCount } = await db.query(
    `update auth.users set encrypted_password = null, updated_at = now()
     where id = $1 and (email_proved_at is null or confirmed_at is null)`,
    [userId],
  );
  if (!rowCount) return false;
  await db.query('delete from auth.sessions where user_id = $1', [userId]);
  await db.query('delete from auth.mfa_factors where user_id = $1', [userId]);
  await db.query(`delete from auth.identities where user_id = $1 and provider <> 'email'`, [userId]);
  return true;
}
