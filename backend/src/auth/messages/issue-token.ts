import type { AuthDeps } from '../deps.ts';
import type { Queryable } from '../accounts/user-row.ts';
import { hashCode, hashToken, generateCode, generateToken } from '../sessions/token-secrets.ts';

/** GoTrue's names. A magic link is a recovery_token, an invitation a confirmation_token. */
export type OneTimeTokenType =
  | 'confirmation_token'
  | 'reauthentication_token'
  | 'recovery_token'
  | 'email_change_token_new'
  | 'email_change_token_current'
  | 'phone_change_token';

export interface TokenRequest {
  userId: string;
  type: OneTimeTokenType;
  /** Recipient: the normalised email or the digits of the phone. */
  relatesTo: string;
  /** Of createFlow(); without it the link is implicit. */
  flowId?: string | undefined;
  /** For the test numbers of config.toml. */
  code?: string | undefined;
  /** Without it `auth.email.otp_expiry`. */
  ttlS?: number | undefined;
}

export interface IssuedToken {
  /** In links: `token` of GET /verify, `token_hash` of POST /verify. Stored hashed. */
  token: string;
  code: string;
}

/** Replaces the account's token of the type. */
export async function issueToken(db: Queryable, request: TokenRequest, deps: AuthDeps): Promise<IssuedToken> {
  const { userId, type, relatesTo, flowId, ttlS = deps.config.email.otp_expiry } = request;
  const token = generateToken(flowId !== undefined);
  const code = request.code ?? generateCode(deps.config.email.otp_length);
  await db.query(
    `insert into auth.one_time_tokens
       (user_id, token_type, token_hash, code_hash, relates_to, flow_state_id, expires_at, code_expires_at)
     values ($1, $2, $3, $4, $5, $6, clock_timestamp() + make_interval(secs => $7),
       clock_timestamp() + make_interval(secs => $8))
     on conflict (user_id, token_type) do update set
       token_hash = excluded.token_hash, code_hash = excluded.code_hash, relates_to = excluded.relates_to,
       flow_state_id = excluded.flow_state_id, expires_at = excluded.expires_at,
       code_expires_at = excluded.code_expires_at, wrong_codes = 0, created_at = now()`,
    [
      userId,
      type,
      hashToken(token),
      hashCode(code, codePurpose(userId, type), deps.keys.jwtSecret),
      relatesTo,
      flowId ?? null,
      ttlS,
      Math.min(ttlS, deps.config.email.code_expiry ?? ttlS),
    ],
  );
  return { token, code };
}

/** Binds a code to one account and type. */
export function codePurpose(userId: string, type: OneTimeTokenType): string {
  return `${userId} ${type}`;
}
