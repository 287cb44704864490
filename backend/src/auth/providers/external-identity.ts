import { OAuthError } from '../http/errors.ts';
import { isEmail } from '../accounts/email-address.ts';
import type { Metadata } from '../accounts/user-row.ts';

/** Who somebody is at a provider, as far as it is to be believed. */
export interface ExternalIdentity {
  provider: string;
  /** Its own id for the person; never changes, unlike an address. */
  subject: string;
  /** The address that the provider says is the person's, normalised; others find no account and make none. */
  verifiedEmail: string | undefined;
  /** What is kept as identity_data. */
  data: Metadata;
}

/** Tokens of the provider, handed to the client once and never kept. */
export interface ProviderTokens {
  accessToken?: string | undefined;
  refreshToken?: string | undefined;
}

const MAX_CLAIM_LENGTH = 1024;
const TEXT_CLAIMS = [
  'name',
  'given_name',
  'family_name',
  'nickname',
  'preferred_username',
  'picture',
  'locale',
  'hd',
];

/**
 * Reads the claims of an id_token or a userinfo answer. What is not known by name, or is too long, is left out; without
 * an id of the person it is nobody: {error: invalid request}.
 */
export function identityFromClaims(provider: string, claims: Record<string, unknown>): ExternalIdentity {
  const kept = Object.fromEntries(
    TEXT_CLAIMS.flatMap((name) => {
      const text = textOf(claims[name]);
      return text === undefined ? [] : [[name, text]];
    }),
  );
  const subject = textOf(claims['sub']);
  if (subject === undefined) throw new OAuthError('invalid request', `${provider} named nobody`);
  const email = textOf(claims['email'])?.trim().toLowerCase();
  // Some providers write the boolean as text.
  const emailVerified = claims['email_verified'] === true || claims['email_verified'] === 'true';
  const verifiedEmail = emailVerified && email !== undefined && isEmail(email) ? email : undefined;
  return {
    provider,
    subject,
    verifiedEmail,
    data: {
      ...kept,
      ...(kept['name'] ? { full_name: kept['name'] } : {}),
      ...(kept['picture'] ? { avatar_url: kept['picture'] } : {}),
      ...(kept['preferred_username'] ? { user_name: kept['preferred_username'] } : {}),
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
  if (typeof value !== 'string' || value === '' || value.length > MAX_CLAIM_LENGTH) return undefined;
  // What the database cannot hold.
  return value.isWellFormed() && !value.includes('\0') ? value : undefined;
}
