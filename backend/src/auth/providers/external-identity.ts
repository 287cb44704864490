import { OAuthError } from '../http/errors.ts';
import { isEmail } from '../accounts/email-address.ts';
import type { Metadata } from '../accounts/user-row.ts';

/** Only what can be trusted. */
export interface ExternalIdentity {
  provider: string;
  /** The provider's user id, which never changes. */
  subject: string;
  /** Normalised; other emails find and create no account. */
  verifiedEmail: string | undefined;
  /** Stored as identity_data. */
  data: Metadata;
}

/** Passed to the client once, not stored. */
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

/** From an id_token or userinfo; drops unknown and too long claims. Throws {error: invalid request} without `sub`. */
export function identityFromClaims(provider: string, claims: Record<string, unknown>): ExternalIdentity {
  const profile = Object.fromEntries(
    TEXT_CLAIMS.flatMap((name) => {
      const text = textOf(claims[name]);
      return text === undefined ? [] : [[name, text]];
    }),
  );
  const subject = textOf(claims['sub']);
  if (subject === undefined) throw new OAuthError('invalid request', `${provider} named nobody`);
  const email = textOf(claims['email'])?.trim().toLowerCase();
  // Some providers send the boolean as text.
  const emailVerified = claims['email_verified'] === true || claims['email_verified'] === 'true';
  const verifiedEmail = emailVerified && email !== undefined && isEmail(email) ? email : undefined;
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
  if (typeof value !== 'string' || value === '' || value.length > MAX_CLAIM_LENGTH) return undefined;
  // PostgreSQL cannot store these.
  return value.isWellFormed() && !value.includes('\0') ? value : undefined;
}
