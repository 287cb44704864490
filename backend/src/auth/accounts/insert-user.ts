import type { Metadata, Queryable } from './user-row.ts';

/** An account that is about to be made. */
export interface Candidate {
  email?: string | undefined;
  phone?: string | undefined;
  /** Undefined for an anonymous account. */
  provider?: string | undefined;
  data: Metadata;
}

/** Asked right before an account is inserted. Returns the id to give it; throws where the hook must be asked first. */
export type ApproveAccount = (candidate: Candidate) => string;

/** An account to be: one of `email` and `phone`, normalised. */
export interface NewAccount {
  /** A UUID; made where it is not given. */
  id?: string | undefined;
  email?: string | undefined;
  phone?: string | undefined;
  /** Null where a link or code is the only way in. */
  passwordHash: string | null;
  data: Metadata;
  /** Whether its address counts as confirmed at once. */
  confirmed: boolean;
  /** Whether somebody who may has asked it in, which passes a closed sign-up. */
  invited?: boolean;
}

/**
 * Inserts an account with one identity, not yet confirmed, and answers its id. The user's own data is kept in the
 * metadata beside what GoTrue puts there; the service's keys win. Errors: see users/sign-up-authError.ts.
 */
export async function insertUser(
  db: Queryable,
  account: NewAccount,
  approve: ApproveAccount,
): Promise<string> {
  const { email, phone, data } = account;
  const provider = phone === undefined ? 'email' : 'phone';
  const approved = approve({ email, phone, provider, data });
  const id = account.id ?? approved;
  const metadata = JSON.stringify(accountMetadata(id, account));
  await db.query(
    `insert into auth.users
       (id, aud, role, email, phone, encrypted_password, raw_app_meta_data, raw_user_meta_data,
        invited_at, email_proved_at, created_at, updated_at)
     values ($1, 'authenticated', 'authenticated', $2, $3, $4, $5, $6, case when $7 then now() end, null, now(), now())`,
    [
      id,
      email ?? null,
      phone ?? null,
      account.passwordHash,
      JSON.stringify({ provider, providers: [provider] }),
      metadata,
      account.invited ?? false,
    ],
  );
  await db.query(
    `insert into auth.identities
       (provider_id, user_id, identity_data, provider, last_sign_in_at, created_at, updated_at)
     values ($1, $2, $3, $4, now(), now(), now())`,
    [id, id, metadata, provider],
  );
  return id;
}

/** What a fresh account's metadata and identity say of it. */
export function accountMetadata(id: string, account: Omit<NewAccount, 'passwordHash'>): Metadata {
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

/** Marks address or number as confirmed; a statement of its own, so that update triggers see it as on GoTrue. */
export async function confirmAccount(db: Queryable, userId: string): Promise<void> {
  await db.query(
    `update auth.users
     set email_confirmed_at = case when email is not null then now() end,
       phone_confirmed_at = case when phone is not null then now() end, updated_at = now()
     where id = $1`,
    [userId],
  );
}
