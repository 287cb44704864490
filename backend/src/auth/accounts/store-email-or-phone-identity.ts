import type { Queryable } from './user-row.ts';

/** Also records its provider in the account's metadata. */
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
