import { authError } from '../http/errors.ts';
import type { AuthenticationMethod, SessionInfo } from '../sessions/session-json.ts';
import { generateRefreshToken } from '../sessions/start-session.ts';
import type { Queryable } from '../accounts/user-row.ts';
import type { FactorRow, FactorType } from './factor-row.ts';

/** Names in `amr`. */
const METHODS: Record<FactorType, string> = { totp: 'totp', phone: 'mfa/phone', webauthn: 'mfa/webauthn' };

/** Deletes what may be an attacker's: other sessions below AAL2, and unverified factors of this type. */
export async function elevateToAal2(
  db: Queryable,
  sessionId: string,
  factor: FactorRow,
): Promise<SessionInfo> {
  const { rowCount } = await db.query(
    `update auth.sessions set aal = 'aal2', factor_id = $2, updated_at = now() where id = $1 and user_id = $3`,
    [sessionId, factor.id, factor.user_id],
  );
  if (!rowCount) {
    throw authError(403, 'session_not_found', 'Session from session_id claim in JWT does not exist');
  }
  await db.query(
    `insert into auth.mfa_amr_claims (session_id, authentication_method, created_at, updated_at)
     values ($1, $2, clock_timestamp(), clock_timestamp())
     on conflict (session_id, authentication_method) do update set updated_at = clock_timestamp()`,
    [sessionId, METHODS[factor.factor_type]],
  );
  await db.query(
    `with lower_sessions as (
       delete from auth.sessions where user_id = $1 and id <> $2 and coalesce(aal, 'aal1') < 'aal2'
     )
     delete from auth.mfa_factors
     where user_id = $1 and id <> $3 and factor_type = $4 and status = 'unverified'`,
    [factor.user_id, sessionId, factor.id, factor.factor_type],
  );
  const refreshToken = await replaceRefreshToken(db, sessionId, factor.user_id);
  const amr = await authenticationMethodsOf(db, sessionId);
  const method = METHODS[factor.factor_type];
  return { sessionId, aal: 'aal2', amr, refreshToken, method, isNew: false };
}

async function replaceRefreshToken(db: Queryable, sessionId: string, userId: string): Promise<string> {
  const next = generateRefreshToken();
  await db.query(
    `with old as (
       update auth.refresh_tokens set revoked = true, updated_at = clock_timestamp()
       where session_id = $1::uuid and not revoked returning id, token
     )
     insert into auth.refresh_tokens (token, user_id, parent, session_id)
     values ($2, $3, (select token from old order by id desc limit 1), $1::uuid)`,
    [sessionId, next, userId],
  );
  return next;
}

async function authenticationMethodsOf(db: Queryable, sessionId: string): Promise<AuthenticationMethod[]> {
  const { rows } = await db.query<AuthenticationMethod>(
    `select authentication_method as method, floor(extract(epoch from updated_at))::int as timestamp
     from auth.mfa_amr_claims where session_id = $1 order by updated_at desc`,
    [sessionId],
  );
  return rows;
}
