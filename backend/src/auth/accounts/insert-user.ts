// Inserts an account with its identity in the auth schema; confirms its email or phone.
import type { Queryable } from '../../database/database-client.ts';
import type { UserMetadata } from './user-row.ts';

export interface AccountCandidate {
  email?: string | undefined;
  phone?: string | undefined;
  /** Undefined for an anonymous account. */
  provider?: string | undefined;
  data: UserMetadata;
}

/** Called right before the insert. Returns the id for the account; throws when the hook must be called first. */
export type AccountIdAllocator = (candidate: AccountCandidate) => string;

/** One of `email` and `phone`, normalised. */
export interface NewAccount {
  /** A UUID; generated if missing. */
  id?: string | undefined;
  email?: string | undefined;
  phone?: string | undefined;
  /** Null: sign-in only by link or code. */
  passwordHash: string | null;
  data: UserMetadata;
  confirmed: boolean;
  /**
   * Created by an administrator: the user's metadata is stored as given, and only the identity gets GoTrue's keys.
   */
  byAdmin?: boolean;
  /** Created by an administrator, also where sign-up is closed. */
  invited?: boolean;
}

/**
 * Inserts an account with one identity. Does not set `email_confirmed_at`: call autoconfirmAccount() for that. GoTrue's
 * metadata keys override the user's. Errors: see sign-up-errors.ts.
 */
export async function insertUser(
  db: Queryable,
  account: NewAccount,
  allowCreation: AccountIdAllocator,
): Promise<string> {
  const { email, phone, data } = account;
  const provider = phone === undefined ? 'email' : 'phone';
  const allowed = allowCreation({ email, phone, provider, data });
  const id = account.id ?? allowed;
  const { byAdmin = false } = account;
  const identityData = accountMetadata(id, byAdmin ? { ...account, data: {} } : account);
  await db.query(
    `insert into auth.users
       (id, aud, role, email, phone, encrypted_password, raw_app_meta_data, raw_user_meta_data,
        invited_at, email_verified_at, created_at, updated_at)
     values ($1, 'authenticated', 'authenticated', $2, $3, $4, $5, $6, case when $7 then now() end, null, now(), now())`,
    [
      id,
      email ?? null,
      phone ?? null,
      account.passwordHash,
      JSON.stringify({ provider, providers: [provider] }),
      JSON.stringify(byAdmin ? data : identityData),
      account.invited ?? false,
    ],
  );
  await insertIdentityRow(db, id, { provider, subject: id, data: identityData });
  return id;
}

export async function insertIdentityRow(
  db: Queryable,
  userId: string,
  { provider, subject, data }: { provider: string; subject: string; data: UserMetadata },
): Promise<void> {
  await db.query(
    `insert into auth.identities
       (provider_id, user_id, identity_data, provider, last_sign_in_at, created_at, updated_at)
     values ($1, $2, $3, $4, now(), now(), now())`,
    [subject, userId, JSON.stringify(data), provider],
  );
}

export function accountMetadata(id: string, account: Omit<NewAccount, 'passwordHash'>): UserMetadata {
  const { email, phone, data, confirmed } = account;
  return {
    ...data,
    sub: id,
    ...(email === undefined ? {} : { email }),
    ...(phone === undefined ? {} : { phone }),
    email_verified: email !== undefined && confirmed,
    phone_verified: phone !== undefined && confirmed,
  };
}

/** A separate statement, so that the project's update triggers run as with GoTrue. */
export async function autoconfirmAccount(db: Queryable, userId: string): Promise<void> {
  await db.query(
    `update auth.users
     set email_confirmed_at = case when email is not null then now() end,
       phone_confirmed_at = case when phone is not null then now() end, updated_at = now()
     where id = $1`,
    [userId],
  );
}
