import { randomUUID } from 'node:crypto';
import { type NewAccount, accountMetadata } from '../accounts/insert-user.ts';
import type { AuthDeps } from '../deps.ts';
import { userJson } from '../accounts/user-json.ts';
import type { Metadata } from '../accounts/user-row.ts';

/** On hosted Supabase empty identities reveal a registered email to clients; `registered: false` hides that too. */
export async function fabricateUser(
  account: Omit<NewAccount, 'passwordHash'>,
  { registered }: { registered: boolean },
  deps: Pick<AuthDeps, 'pool'>,
): Promise<Record<string, unknown>> {
  const id = randomUUID();
  const now = new Date();
  const time = now.toISOString();
  const confirmed = account.confirmed ? now : null;
  const provider = account.phone === undefined ? 'email' : 'phone';
  const metadata = await inStoredKeyOrder(accountMetadata(id, account), deps);
  const identity = {
    id: randomUUID(),
    provider_id: id,
    user_id: id,
    identity_data: metadata,
    provider,
    email: account.email ?? null,
    last_sign_in_at: time,
    created_at: time,
    updated_at: time,
  };
  return userJson({
    id,
    aud: 'authenticated',
    role: 'authenticated',
    email: account.email ?? null,
    encrypted_password: null,
    email_confirmed_at: account.email === undefined ? null : confirmed,
    confirmed_at: confirmed,
    invited_at: null,
    confirmation_sent_at: account.confirmed ? null : now,
    recovery_sent_at: null,
    email_change: null,
    email_change_sent_at: null,
    reauthentication_sent_at: null,
    last_sign_in_at: null,
    raw_app_meta_data: { provider, providers: [provider] },
    raw_user_meta_data: metadata,
    created_at: now,
    updated_at: now,
    phone: account.phone ?? null,
    phone_change: null,
    phone_confirmed_at: account.phone === undefined ? null : confirmed,
    banned_until: null,
    is_sso_user: false,
    is_anonymous: false,
    identities: registered ? [] : [identity],
    factors: [],
  });
}

/** jsonb reorders keys: the caller's order would reveal that nothing was stored. */
async function inStoredKeyOrder(metadata: Metadata, { pool }: Pick<AuthDeps, 'pool'>): Promise<Metadata> {
  const { rows } = await pool.query<{ stored: Metadata }>('select $1::jsonb as stored', [
    JSON.stringify(metadata),
  ]);
  return rows[0]?.stored ?? metadata;
}
