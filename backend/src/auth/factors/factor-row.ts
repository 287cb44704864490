import { isUuid } from '../../database/is-uuid.ts';
import { authError } from '../http/errors.ts';
import type { Queryable } from '../accounts/user-row.ts';

export type FactorType = 'totp' | 'phone' | 'webauthn';

/** With secrets: never sent to clients. */
export interface FactorRow {
  id: string;
  user_id: string;
  friendly_name: string | null;
  factor_type: FactorType;
  status: 'unverified' | 'verified';
  secret: string | null;
  phone: string | null;
  web_authn_credential: StoredCredential | null;
  /** bigint, so the driver gives text. */
  last_totp_step: string | null;
}

/** Binary values in base64url. */
export interface StoredCredential {
  id: string;
  publicKey: string;
  counter: number;
  transports: string[];
  rpId: string;
}

const NOT_FOUND = authError(404, 'mfa_factor_not_found', 'Factor not found');

/** An id that is no UUID is an unknown factor: throws 404 mfa_factor_not_found. */
export function requireFactorId(id: string | undefined): string {
  if (!isUuid(id)) throw NOT_FOUND;
  return id;
}

/** Throws 404 mfa_factor_not_found. */
export async function lockFactor(db: Queryable, userId: string, id: string): Promise<FactorRow> {
  const { rows } = await db.query<FactorRow>(
    `select id, user_id, friendly_name, factor_type, status, secret, phone, web_authn_credential, last_totp_step
     from auth.mfa_factors where id = $1 and user_id = $2 for update`,
    [id, userId],
  );
  if (!rows[0]) throw NOT_FOUND;
  return rows[0];
}
