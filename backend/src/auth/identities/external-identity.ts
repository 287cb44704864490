import type { Metadata } from '../users/user-row.ts';

/** Who somebody is at a provider, as far as it is to be believed. */
export interface ExternalIdentity {
  provider: string;
  /** Its own id for the person; never changes, unlike an address. */
  subject: string;
  /** Lower case. */
  email: string | undefined;
  /** Whether the provider says that the address is the person's. */
  emailVerified: boolean;
  /** What is kept as identity_data. */
  data: Metadata;
}

/** Tokens of the provider, handed to the client once and never kept. */
export interface ProviderTokens {
  accessToken?: string | undefined;
  refreshToken?: string | undefined;
}

const LONGEST_CLAIM = 1024;
const NAMES = [
  'name',
  'given_name',
  'family_name',
  'nickname',
  'preferred_username',
  'picture',
  'locale',
  'hd',
];

/** Reads the claims of an id_token or a userinfo answer. What is not known by name, or is too long, is left out. */
export function identityFromClaims(provider: string, claims: Record<string, unknown>): ExternalIdentity {
  const kept = Object.fromEntries(
    NAMES.flatMap((name) => {
      const text = textOf(claims[name]);
      return text === undefined ? [] : [[name, text]];
    }),
  );
  const subject = textOf(claims['sub']) ?? '';
  const email = textOf(claims['email'])?.trim().toLowerCase();
  // Some providers write the boolean as text.
  const emailVerified = claims['email_verified'] === true || claims['email_verified'] === 'true';
  return {
    provider,
    subject,
    email,
    emailVerified: emailVerified && email !== undefined,
    data: {
      ...kept,
      ...(kept['name'] ? { full_name: kept['name'] } : {}),
      ...(kept['picture'] ? { avatar_url: kept['picture'] } : {}),
      ...(kept['preferred_username'] ? { user_name: kept['preferred_username'] } : {}),
      ...(textOf(claims['iss']) ? { iss: claims['iss'] } : {}),
      sub: subject,
      provider_id: subject,
      ...(email === undefined ? {} : { email }),
      email_verified: emailVerified && email !== undefined,
      phone_verified: false,
    },
  };
}

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' && value.length <= LONGEST_CLAIM && value.isWellFormed()
    ? value.replaceAll('\0', '')
    : undefined;
}
