// Database rows of factors with their challenges.
import type { Queryable } from '../../database/database-client.ts';
import { isUuid } from '../../database/is-uuid.ts';
import { authError } from '../http/errors.ts';
import type { AuthDeps } from '../deps.ts';

export type FactorType = 'totp' | 'phone' | 'webauthn';

/** Binary values in base64url. */
export interface StoredWebAuthnCredential {
  id: string;
  publicKey: string;
  counter: number;
  transports: string[];
  rpId: string;
}

/** Contains secrets, so it is never sent to clients. */
export interface FactorRow {
  id: string;
  user_id: string;
  friendly_name: string | null;
  factor_type: FactorType;
  status: 'unverified' | 'verified';
  secret: string | null;
  phone: string | null;
  web_authn_credential: StoredWebAuthnCredential | null;
  /** bigint, so the driver gives text. */
  last_totp_step: string | null;
}

const notFound = authError(404, 'mfa_factor_not_found', 'Factor not found');

/** Throws 404 mfa_factor_not_found for an id that is no UUID. */
export function requireFactorId(id: string | undefined): string {
  if (!isUuid(id)) throw notFound;
  return id;
}

/** Throws 404 mfa_factor_not_found. */
export async function requireAndLockFactor(db: Queryable, userId: string, id: string): Promise<FactorRow> {
  const { rows } = await db.query<FactorRow>(
    `select id, user_id, friendly_name, factor_type, status, secret, phone, web_authn_credential, last_totp_step
     from auth.mfa_factors where id = $1 and user_id = $2 for update`,
    [id, userId],
  );
  if (!rows[0]) throw notFound;
  return rows[0];
}

/** GoTrue's default. */
const challengeS = 300;

export interface WebAuthnChallenge {
  challenge: string;
  rpId: string;
  origins: string[];
}

export interface FactorChallengeRow {
  id: string;
  /** Whether the challenge was created from the address that responds to it. */
  same_ip: boolean;
  otp_code: string | null;
  web_authn_session_data: WebAuthnChallenge | null;
  /** Used, or too old. */
  expired: boolean;
}

interface NewChallenge {
  factorId: string;
  ip: string | null;
  codeHash?: string | undefined;
  webAuthn?: WebAuthnChallenge;
}

/** Also deletes the factor's used and expired challenges. `expiresAt` is in Unix seconds. */
export async function insertFactorChallenge(
  db: Queryable,
  { factorId, ip, codeHash, webAuthn }: NewChallenge,
): Promise<{ id: string; expiresAt: number }> {
  const { rows } = await db.query<{ id: string; created_at: Date }>(
    `with stale as (
       delete from auth.mfa_challenges
       where factor_id = $1::uuid and (verified_at is not null or created_at < now() - interval '${challengeS} s')
     ), seen as (
       update auth.mfa_factors set last_challenged_at = now() where id = $1::uuid
     )
     insert into auth.mfa_challenges (factor_id, ip_address, otp_code, web_authn_session_data)
     values ($1::uuid, $2::inet, $3, $4) returning id, created_at`,
    [factorId, ip, codeHash ?? null, webAuthn ? JSON.stringify(webAuthn) : null],
  );
  const challenge = rows[0];
  if (!challenge) throw new Error('the challenge was not inserted');
  return { id: challenge.id, expiresAt: Math.floor(challenge.created_at.getTime() / 1000) + challengeS };
}

/** Throws 404 mfa_factor_not_found. */
export async function requireFactorChallengeForUpdate(
  db: Queryable,
  factorId: string,
  id: string,
  ip: string | null,
): Promise<FactorChallengeRow> {
  const { rows } = await db.query<FactorChallengeRow>(
    `select id, ip_address is not distinct from $3::inet as same_ip, otp_code, web_authn_session_data,
       verified_at is not null or created_at < clock_timestamp() - interval '${challengeS} s' as expired
     from auth.mfa_challenges where id = $1 and factor_id = $2 for update`,
    [id, factorId, ip],
  );
  if (rows[0]) return rows[0];
  const message = 'MFA factor with the provided challenge ID not found';
  throw authError(404, 'mfa_factor_not_found', message);
}

const factorKinds = {
  totp: ['totp', 'TOTP'],
  phone: ['phone', 'Phone'],
  webauthn: ['web_authn', 'WebAuthn'],
} as const;

export function requireFactorTypeEnabled(type: FactorType, use: 'enroll' | 'verify', deps: AuthDeps): void {
  const [setting, name] = factorKinds[type];
  if (deps.config.mfa[setting][`${use}_enabled`]) return;
  const what = use === 'verify' ? 'verification' : 'enroll';
  throw authError(422, `mfa_${setting}_${use}_not_enabled`, `MFA ${what} is disabled for ${name}`);
}
