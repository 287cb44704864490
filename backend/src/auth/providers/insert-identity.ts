import type { Metadata, Queryable } from '../accounts/user-row.ts';
import type { ExternalIdentity } from './external-identity.ts';

/** Also adds its provider to app_metadata. */
export async function insertIdentity(
  db: Queryable,
  userId: string,
  identity: ExternalIdentity,
): Promise<void> {
  await db.query(
    `insert into auth.identities
       (provider_id, user_id, identity_data, provider, last_sign_in_at, created_at, updated_at)
     values ($1, $2, $3, $4, now(), now(), now())`,
    [identity.subject, userId, JSON.stringify(identity.data), identity.provider],
  );
  await recordProviders(db, userId);
}

/** In app_metadata, oldest first; `provider` stays while it is among them. */
export async function recordProviders(db: Queryable, userId: string): Promise<void> {
  await db.query(
    `with known as (
       select array_agg(provider order by first_at) as names
       from (
         select provider, min(created_at) as first_at from auth.identities where user_id = $1 group by provider
       ) as each_once
     )
     update auth.users
     set updated_at = now(),
       raw_app_meta_data = coalesce(raw_app_meta_data, '{}') || jsonb_build_object(
         'providers', to_jsonb(coalesce(known.names, '{}')),
         'provider', case
           when raw_app_meta_data ->> 'provider' = any (known.names) then raw_app_meta_data ->> 'provider'
           else coalesce(known.names[1], '')
         end)
     from known where id = $1`,
    [userId],
  );
}

export interface ExternalAccount {
  id: string;
  email: string | undefined;
  data: Metadata;
}

/** Without a password. Errors: see sign-up-errors.ts. */
export async function insertExternalUser(db: Queryable, { id, email, data }: ExternalAccount): Promise<void> {
  await db.query(
    `insert into auth.users
       (id, aud, role, email, raw_app_meta_data, raw_user_meta_data, created_at, updated_at)
     values ($3, 'authenticated', 'authenticated', $1, '{}', $2, now(), now())`,
    [email ?? null, JSON.stringify(data), id],
  );
  // A statement of its own, so that the project's update triggers see it as with GoTrue.
  await db.query(
    `update auth.users set updated_at = now(), email_confirmed_at = now(), email_verified_at = now()
     where id = $1 and email is not null`,
    [id],
  );
}
