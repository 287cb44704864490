import type { Queryable } from './user-row.ts';

/** On the account, in its identity and in the metadata that clients read. */
export async function markEmailVerified(db: Queryable, userId: string): Promise<void> {
  await db.query(
    `update auth.users
     set email_confirmed_at = coalesce(email_confirmed_at, now()), email_verified_at = now(), updated_at = now(),
       raw_user_meta_data = coalesce(raw_user_meta_data, '{}') || '{"email_verified": true}'
     where id = $1`,
    [userId],
  );
  await db.query(
    `update auth.identities set identity_data = identity_data || '{"email_verified": true}', updated_at = now()
     where user_id = $1 and provider = 'email'`,
    [userId],
  );
}

/** GoTrue's key in the metadata follows where a sign-up has set it. */
export async function markPhoneVerified(db: Queryable, userId: string): Promise<void> {
  await db.query(
    `update auth.users
     set phone_confirmed_at = coalesce(phone_confirmed_at, now()), updated_at = now(),
       raw_user_meta_data = case when raw_user_meta_data ? 'phone_verified'
         then raw_user_meta_data || '{"phone_verified": true}' else raw_user_meta_data end
     where id = $1`,
    [userId],
  );
  await db.query(
    `update auth.identities set identity_data = identity_data || '{"phone_verified": true}', updated_at = now()
     where user_id = $1 and provider = 'phone'`,
    [userId],
  );
}
