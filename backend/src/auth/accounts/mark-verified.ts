// What the verification of an email address or phone number changes in an account.
import type { Queryable } from '../../database/database-client.ts';

/** Columns of an account whose address has been verified. Clients read `email_verified` in the metadata of each. */
const verified = {
  email: `email_confirmed_at = coalesce(email_confirmed_at, now()), email_verified_at = now(),
    raw_user_meta_data = coalesce(raw_user_meta_data, '{}') || '{"email_verified": true}'`,
  // in the metadata only if it is there
  phone: `phone_confirmed_at = coalesce(phone_confirmed_at, now()),
    raw_user_meta_data = case when raw_user_meta_data ? 'phone_verified'
      then raw_user_meta_data || '{"phone_verified": true}' else raw_user_meta_data end`,
};

/** Marks the email or phone as verified in the account and in its identity. */
export async function markVerified(
  db: Queryable,
  userId: string,
  kind: keyof typeof verified,
): Promise<void> {
  await db.query(`update auth.users set ${verified[kind]}, updated_at = now() where id = $1`, [userId]);
  await db.query(
    `update auth.identities
     set identity_data = identity_data || jsonb_build_object($2::text || '_verified', true), updated_at = now()
     where user_id = $1 and provider = $2`,
    [userId, kind],
  );
}

/**
 * Clears password, factors, sessions and provider identities, so that registering another person's email first gains
 * nothing. False for a verified email.
 */
export async function clearCredentialsIfUnverified(db: Queryable, userId: string): Promise<boolean> {
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

/** Stores the address as a verified identity, and adds its provider to the account's metadata. */
export async function storeEmailOrPhoneIdentity(
  db: Queryable,
  userId: string,
  address: { provider: 'email' | 'phone'; value: string },
): Promise<void> {
  const { provider, value } = address;
  const data = JSON.stringify({ [provider]: value, [`${provider}_verified`]: true });
  const fresh = JSON.stringify({ sub: userId, email_verified: false, phone_verified: false });
  await db.query(
    `insert into auth.identities
       (provider_id, user_id, identity_data, provider, last_sign_in_at, created_at, updated_at)
     values ($1::text, $1::uuid, $4::jsonb || $3::jsonb, $2, now(), now(), now())
     on conflict (provider_id, provider) do update set
       identity_data = identities.identity_data || $3::jsonb, updated_at = now()`,
    [userId, provider, data, fresh],
  );
  await db.query(
    `update auth.users set
       raw_user_meta_data = coalesce(raw_user_meta_data, '{}') || $3::jsonb,
       raw_app_meta_data = coalesce(raw_app_meta_data, '{}') || jsonb_build_object(
         'provider', coalesce(raw_app_meta_data ->> 'provider', $2::text),
         'providers', (select jsonb_agg(distinct provider) from auth.identities where user_id = $1))
     where id = $1`,
    [userId, provider, data],
  );
}
