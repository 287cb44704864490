import { randomUUID } from 'node:crypto';
import { emailMetadata } from '../users/insert-user.ts';
import { userJson } from '../users/user-json.ts';
import type { Metadata } from '../users/user-row.ts';

/** What a sign-up answers for an address that is registered when it must not say so: an account that never was. */
export function fabricateUser(account: { email: string; data: Metadata }): Record<string, unknown> {
  const id = randomUUID();
  const now = new Date();
  return userJson({
    id,
    aud: 'authenticated',
    role: 'authenticated',
    email: account.email,
    encrypted_password: null,
    email_confirmed_at: null,
    confirmed_at: null,
    invited_at: null,
    confirmation_sent_at: null,
    recovery_sent_at: null,
    email_change: null,
    email_change_sent_at: null,
    reauthentication_sent_at: null,
    last_sign_in_at: null,
    raw_app_meta_data: { provider: 'email', providers: ['email'] },
    raw_user_meta_data: emailMetadata(id, { ...account, confirmed: false }),
    created_at: now,
    updated_at: now,
    phone: null,
    phone_change: null,
    phone_confirmed_at: null,
    banned_until: null,
    is_sso_user: false,
    is_anonymous: false,
    identities: [],
    factors: [],
  });
}
