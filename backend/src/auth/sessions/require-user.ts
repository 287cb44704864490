import { isUuid } from '../../database/is-uuid.ts';
import type { AuthDeps } from '../deps.ts';
import { bearerOf } from '../http/require-key.ts';
import { authError } from '../http/errors.ts';
import { opaqueKeyRole } from '../../tokens/resolve-key.ts';
import { verifyJwt } from '../../tokens/verify-jwt.ts';
import { expiredCondition, sessionLimits } from './session-expiry.ts';
import { type UserRow, findUser, isBanned } from '../accounts/user-row.ts';

/** From the database, because a token may be out of date. */
export interface SignedIn {
  user: UserRow;
  /** Undefined for a token without session_id. */
  sessionId: string | undefined;
  sessionStartedAt: Date | undefined;
  /** Of the session now. */
  aal: string;
}

/** Throws 401 no_authorization; 403 bad_jwt, user_not_found, session_not_found or user_banned. */
export async function requireUser(request: Request, deps: AuthDeps): Promise<SignedIn> {
  const bearer = bearerOf(request);
  if (!bearer) throw authError(401, 'no_authorization', 'This endpoint requires a valid Bearer token');
  const { sub, sessionId } = readToken(bearer, deps);
  const user = await findUser(deps.pool, sub);
  if (!user) throw authError(403, 'user_not_found', 'User from sub claim in JWT does not exist');
  const session = sessionId === undefined ? undefined : await readSession(deps, sessionId, sub);
  if (isBanned(user)) throw authError(403, 'user_banned', 'User is banned');
  return { user, sessionId, sessionStartedAt: session?.created_at, aal: session?.aal ?? 'aal1' };
}

function readToken(bearer: string, deps: AuthDeps): { sub: string; sessionId: string | undefined } {
  if (opaqueKeyRole(bearer, deps.keys)) throw authError(403, 'bad_jwt', 'invalid claim: missing sub claim');
  const verdict = verifyJwt(bearer, deps.keys);
  if (!verdict.ok) {
    throw authError(403, 'bad_jwt', `invalid JWT: unable to parse or verify signature, ${verdict.message}`);
  }
  const { sub, session_id: sessionId } = verdict.claims;
  if (sub === undefined || sub === '') throw authError(403, 'bad_jwt', 'invalid claim: missing sub claim');
  if (!isUuid(sub)) throw authError(400, 'bad_jwt', 'invalid claim: sub claim must be a UUID');
  if (sessionId === undefined || sessionId === '') return { sub, sessionId: undefined };
  if (!isUuid(sessionId)) throw authError(403, 'bad_jwt', 'invalid claim: session_id claim must be a UUID');
  return { sub, sessionId };
}

interface SessionRow {
  created_at: Date;
  aal: string | null;
}

async function readSession(deps: AuthDeps, sessionId: string, userId: string): Promise<SessionRow> {
  const { rows } = await deps.pool.query<SessionRow>(
    `select s.created_at, s.aal from auth.sessions s
     where s.id = $1 and s.user_id = $2 and not ${expiredCondition('$3', '$4')}`,
    [sessionId, userId, ...sessionLimits(deps.config)],
  );
  if (rows[0]) return rows[0];
  throw authError(403, 'session_not_found', 'Session from session_id claim in JWT does not exist');
}
