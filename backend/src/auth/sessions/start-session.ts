import { randomBytes } from 'node:crypto';
import { isIP } from 'node:net';
import type { AuthDeps } from '../deps.ts';
import type { Queryable } from '../accounts/user-row.ts';
import type { SessionInfo } from './session-json.ts';

export interface SessionOrigin {
  userAgent: string | null;
  ip: string | null;
  recordSignIn?: (user: string, method: string) => void;
}

export function originOf(request: Request, deps: AuthDeps): SessionOrigin {
  const address = deps.clientAddress(request);
  return {
    userAgent: request.headers.get('user-agent')?.slice(0, 512) ?? null,
    // The inet type holds no zone such as %eth0.
    ip: isIP(address) ? address.replace(/%.*$/, '') : null,
    recordSignIn: (user, method) => deps.log({ level: 'info', event: 'auth.signed_in', user, code: method }),
  };
}

/** 72 random bits. */
export function generateRefreshToken(): string {
  return randomBytes(9).toString('base64url');
}

/** Also stores the time of sign-in for `provider`. */
export async function startSession(
  db: Queryable,
  userId: string,
  method: string,
  origin: SessionOrigin,
  provider = 'email',
): Promise<SessionInfo> {
  const refreshToken = generateRefreshToken();
  const { rows } = await db.query<{ id: string; created_at: Date }>(
    `with session as (
       insert into auth.sessions (user_id, aal, user_agent, ip) values ($1::uuid, 'aal1', $2, $3::inet)
       returning id, created_at
     ), token as (
       insert into auth.refresh_tokens (token, user_id, session_id) select $4, $1::text, id from session
     ), proof as (
       insert into auth.mfa_amr_claims (session_id, authentication_method) select id, $5 from session
     ), seen as (
       update auth.users set last_sign_in_at = now(), updated_at = now() where id = $1::uuid
     ), known as (
       insert into auth.sign_in_networks (user_id, network) select $1::uuid, auth.network_of($3::inet)
       where $3::inet is not null
       on conflict (user_id, network) do update set seen_at = now()
     ), used as (
       update auth.identities set last_sign_in_at = now(), updated_at = now()
       where user_id = $1::uuid and provider = $6
     )
     select id, created_at from session`,
    [userId, origin.userAgent, origin.ip, refreshToken, method, provider],
  );
  const session = rows[0];
  if (!session) throw new Error('the session was not inserted');
  origin.recordSignIn?.(userId, method);
  const timestamp = Math.floor(session.created_at.getTime() / 1000);
  const amr = [{ method, timestamp }];
  return { sessionId: session.id, aal: 'aal1', amr, refreshToken, method, isNew: true };
}
