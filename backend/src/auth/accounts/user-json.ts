// Renders users, identities, factors as the JSON of the auth API.
import type { FactorSummary, IdentityRow, UserRow } from './user-row.ts';

type Json = Record<string, unknown>;

/** Protocol: "User JSON". Absent times are left out; email and phone are never null. */
export function userJson(user: UserRow): Json {
  return {
    id: user.id,
    aud: user.aud ?? 'authenticated',
    role: user.role || 'authenticated',
    email: user.email ?? '',
    ...time('email_confirmed_at', user.email_confirmed_at),
    ...time('invited_at', user.invited_at),
    phone: user.phone ?? '',
    ...time('phone_confirmed_at', user.phone_confirmed_at),
    ...time('confirmation_sent_at', user.confirmation_sent_at),
    ...time('confirmed_at', user.confirmed_at),
    ...time('recovery_sent_at', user.recovery_sent_at),
    ...(user.email_change ? { new_email: user.email_change } : {}),
    ...time('email_change_sent_at', user.email_change_sent_at),
    ...(user.phone_change ? { new_phone: user.phone_change } : {}),
    ...time('reauthentication_sent_at', user.reauthentication_sent_at),
    ...time('last_sign_in_at', user.last_sign_in_at),
    app_metadata: user.raw_app_meta_data ?? {},
    user_metadata: user.raw_user_meta_data ?? {},
    factors: user.factors.map(factorJson),
    identities: user.identities.map(identityJson),
    ...time('created_at', user.created_at),
    ...time('updated_at', user.updated_at),
    ...time('banned_until', user.banned_until),
    is_anonymous: user.is_anonymous,
  };
}

function identityJson(identity: IdentityRow): Json {
  return {
    identity_id: identity.id,
    id: identity.provider_id,
    user_id: identity.user_id,
    identity_data: identity.identity_data,
    provider: identity.provider,
    ...time('last_sign_in_at', identity.last_sign_in_at),
    ...time('created_at', identity.created_at),
    ...time('updated_at', identity.updated_at),
    ...(identity.email ? { email: identity.email } : {}),
  };
}

export function factorJson(factor: FactorSummary): Json {
  return {
    id: factor.id,
    ...time('created_at', factor.created_at),
    ...time('updated_at', factor.updated_at),
    status: factor.status,
    friendly_name: factor.friendly_name ?? '',
    factor_type: factor.factor_type,
    ...(factor.phone ? { phone: factor.phone } : {}),
    ...time('last_challenged_at', factor.last_challenged_at),
  };
}

function time(name: string, value: Date | string | number | null): Json {
  if (value === null) return {};
  const date = new Date(value);
  // Clients cannot parse 'infinity'.
  return { [name]: Number.isNaN(date.getTime()) ? '9999-12-31T23:59:59.000Z' : date.toISOString() };
}
