// The identity of a user at a provider.
import type { Queryable } from '../../database/database-client.ts';
import { OAuthError } from '../http/errors.ts';
import { isNormalisedEmail } from '../accounts/email-or-phone.ts';
import { insertIdentityRow } from '../accounts/insert-user.ts';
import type { UserMetadata } from '../accounts/user-row.ts';

/** An identity with only those claims that can be trusted. */
export interface ExternalIdentity {
  provider: string;
  /** The provider's user id, which never changes. */
  subject: string;
  /** Normalised. Unverified emails are left out: they must not find or create an account. */
  verifiedEmail: string | undefined;
  /** Stored as identity_data. */
  data: UserMetadata;
}

const maxClaimLength = 1024;
const textClaims = [
  'name',
  'given_name',
  'family_name',
  'nickname',
  'preferred_username',
  'picture',
  'locale',
  'hd',
];

/** Reads an id_token or userinfo; drops unknown and overlong claims. Throws {error: invalid request} without `sub`. */
export function identityFromClaims(provider: string, claims: Record<string, unknown>): ExternalIdentity {
  const profile = Object.fromEntries(
    textClaims.flatMap((name) => {
      const text = textOf(claims[name]);
      return text === undefined ? [] : [[name, text]];
    }),
  );
  const subject = textOf(claims['sub']);
  if (subject === undefined) throw new OAuthError('invalid request', `${provider} named nobody`);
  const email = textOf(claims['email'])?.trim().toLowerCase();
  // Some providers send the boolean as text.
  const emailVerified = claims['email_verified'] === true || claims['email_verified'] === 'true';
  const verifiedEmail = emailVerified && email !== undefined && isNormalisedEmail(email) ? email : undefined;
  return {
    provider,
    subject,
    verifiedEmail,
    data: {
      ...profile,
      ...(profile['name'] ? { full_name: profile['name'] } : {}),
      ...(profile['picture'] ? { avatar_url: profile['picture'] } : {}),
      ...(profile['preferred_username'] ? { user_name: profile['preferred_username'] } : {}),
      ...(textOf(claims['iss']) ? { iss: claims['iss'] } : {}),
      sub: subject,
      provider_id: subject,
      ...(email === undefined ? {} : { email }),
      email_verified: verifiedEmail !== undefined,
      phone_verified: false,
    },
  };
}

function textOf(value: unknown): string | undefined {
  if (typeof value !== 'string' || value === '' || value.length > maxClaimLength) return undefined;
  // PostgreSQL cannot store these.
  return value.isWellFormed() && !value.includes('\0') ? value : undefined;
}

/** Inserts the identity and adds its provider to the account's app_metadata. */
export async function insertExternalIdentity(
  db: Queryable,
  userId: string,
  identity: ExternalIdentity,
): Promise<void> {
  await insertIdentityRow(db, userId, identity);
  await updateProvidersInAppMetadata(db, userId);
}

/** Lists the account's providers in app_metadata, oldest first; `provider` is kept while it is among them. */
export async function updateProvidersInAppMetadata(db: Queryable, userId: string): Promise<void> {
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

interface ExternalAccount {
  id: string;
  email: string | undefined;
  data: UserMetadata;
}

/** The account has no password. Errors: see sign-up-errors.ts. */
export async function insertExternalUser(db: Queryable, { id, email, data }: ExternalAccount): Promise<void> {
  await db.query(
    `insert into auth.users
       (id, aud, role, email, raw_app_meta_data, raw_user_meta_data, created_at, updated_at)
     values ($3, 'authenticated', 'authenticated', $1, '{}', $2, now(), now())`,
    [email ?? null, JSON.stringify(data), id],
  );
  // A separate statement, so that the project's update triggers run as with GoTrue.
  await db.query(
    `update auth.users set updated_at = now(), email_confirmed_at = now(), email_verified_at = now()
     where id = $1 and email is not null`,
    [id],
  );
}
