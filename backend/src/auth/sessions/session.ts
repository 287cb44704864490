// Functions that start or end a session.
import { isIP } from 'node:net';
import type { Queryable } from '../../database/database-client.ts';
import type { AuthDeps } from '../deps.ts';
import { loadUser } from '../accounts/user-row.ts';
import type { SessionWithUser } from './create-session-json.ts';
import { generateRefreshToken } from './refresh-tokens.ts';
import { needsSecondFactor, requireUser } from './require-user.ts';
import { hashToken } from './token-secrets.ts';
import { emptyResponse } from '../../errors/json-response.ts';
import { authError, validationFailedError } from '../http/errors.ts';

export interface SessionOrigin {
  userAgent: string | null;
  ip: string | null;
  recordSignIn?: (user: string, method: string) => void;
}

export function sessionOriginOf(request: Request, deps: AuthDeps): SessionOrigin {
  const address = deps.clientAddress(request);
  return {
    userAgent: request.headers.get('user-agent')?.slice(0, 512) ?? null,
    // The inet type holds no zone such as %eth0.
    ip: isIP(address) ? address.replace(/%.*$/, '') : null,
    recordSignIn: (user, method) => deps.log({ level: 'info', event: 'auth.signed_in', user, code: method }),
  };
}

/**
 * Starts a session and stores the time of sign-in for `provider`. The account is read last, because the project's
 * triggers may change it.
 */
export async function startSession(
  db: Queryable,
  userId: string,
  method: string,
  origin: SessionOrigin,
  provider = 'email',
): Promise<SessionWithUser> {
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
    [userId, origin.userAgent, origin.ip, hashToken(refreshToken), method, provider],
  );
  const session = rows[0];
  if (!session) throw new Error('the session was not inserted');
  origin.recordSignIn?.(userId, method);
  const timestamp = Math.floor(session.created_at.getTime() / 1000);
  const amr = [{ method, timestamp }];
  return {
    user: await loadUser(db, userId),
    session: { sessionId: session.id, aal: 'aal1', amr, refreshToken, method, isNew: true },
  };
}

type Scope = 'global' | 'local' | 'others';

/**
 * SQL conditions; $2 is the session of the request. Each names $2: PostgreSQL cannot type a parameter that nothing uses.
 */
const endedCondition: Record<Scope, string> = {
  global: 'true or id = $2::uuid',
  local: 'id = $2::uuid',
  others: 'id is distinct from $2::uuid',
};

/**
 * For an account with a verified factor, a session at AAL1 ends only itself, whatever the scope: a stolen password must
 * not sign the owner out.
 */
export async function handleLogoutRequest(request: Request, deps: AuthDeps): Promise<Response> {
  const scope = new URL(request.url).searchParams.get('scope') || 'global';
  if (!isScope(scope))
    throw validationFailedError(`Unsupported logout scope "${scope}": use global, local or others`);
  const signedIn = await requireUser(request, deps);
  const { user, sessionId } = signedIn;
  const lacksSecondFactor = needsSecondFactor(signedIn);
  if (lacksSecondFactor && scope === 'others') {
    throw authError(403, 'insufficient_aal', 'AAL2 session is required to end other sessions');
  }
  const text = `delete from auth.sessions where user_id = $1 and (${endedCondition[lacksSecondFactor ? 'local' : scope]})`;
  await deps.pool.query(text, [user.id, sessionId ?? null]);
  return emptyResponse();
}

function isScope(scope: string): scope is Scope {
  return Object.hasOwn(endedCondition, scope);
}
