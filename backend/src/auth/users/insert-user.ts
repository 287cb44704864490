import { randomUUID } from 'node:crypto';
import type { Metadata, Queryable } from './user-row.ts';

/**
 * Inserts an account with one e-mail identity, not yet confirmed, and answers its id. The user's own data is kept in
 * the metadata beside what GoTrue puts there; the service's keys win.
 */
export async function insertEmailUser(
  db: Queryable,
  account: { email: string; passwordHash: string; data: Metadata; confirmed: boolean },
): Promise<string> {
  const id = randomUUID();
  const metadata = JSON.stringify(emailMetadata(id, account));
  await db.query(
    `insert into auth.users
       (id, aud, role, email, encrypted_password, raw_app_meta_data, raw_user_meta_data, created_at, updated_at)
     values ($1, 'authenticated', 'authenticated', $2, $3, $4, $5, now(), now())`,
    [
      id,
      account.email,
      account.passwordHash,
      JSON.stringify({ provider: 'email', providers: ['email'] }),
      metadata,
    ],
  );
  await db.query(
    `insert into auth.identities
       (provider_id, user_id, identity_data, provider, last_sign_in_at, created_at, updated_at)
     values ($1, $2, $3, 'email', now(), now(), now())`,
    [id, id, metadata],
  );
  return id;
}

/** What a fresh e-mail account's metadata and identity say of it. */
export function emailMetadata(
  id: string,
  account: { email: string; data: Metadata; confirmed: boolean },
): Metadata {
  return {
    ...account.data,
    sub: id,
    email: account.email,
    email_verified: account.confirmed,
    phone_verified: false,
  };
}

/** Marks the address as proved; a statement of its own, so that a project's update triggers see it as on GoTrue. */
export async function confirmEmail(db: Queryable, userId: string): Promise<void> {
  await db.query('update auth.users set email_confirmed_at = now(), updated_at = now() where id = $1', [
    userId,
  ]);
}
