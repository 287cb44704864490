// The signed-in user of a request.
import { isUuid } from '../../database/is-uuid.ts';
import type { AuthDeps } from '../deps.ts';
import { readAuthBearerToken } from '../http/require-key.ts';
import { authError } from '../http/errors.ts';
import { roleOfOpaqueKey } from '../../tokens/resolve-key.ts';
import { verifyJwt } from '../../tokens/jwt.ts';
import { type UserRow, findUser, requireNotBanned } from '../accounts/user-row.ts';
import type { AuthConfig } from '../config.ts';

/** Read from the database, because a token may be out of date. */
export interface SignedInUser {
  user: UserRow;
  /** Undefined for a token without session_id. */
  sessionId: string | undefined;
  sessionStartedAt: Date | undefined;
  /** The session's current assurance level. */
  aal: string;
}

/** Throws 401 no_authorization; 403 bad_jwt, user_not_found, session_not_found or user_banned. */
export async function requireUser(request: Request, deps: AuthDeps): Promise<SignedInUser> {
  const bearer = readAuthBearerToken(request);
  if (!bearer) throw authError(401, 'no_authorization', 'This endpoint requires a valid Bearer token');
  const { sub, sessionId } = readToken(bearer, deps);
  const user = await findUser(deps.pool, sub);
  if (!user) throw authError(403, 'user_not_found', 'User from sub claim in JWT does not exist');
  const session = sessionId === undefined ? undefined : await readSession(deps, sessionId, sub);
  requireNotBanned(user);
  return { user, sessionId, sessionStartedAt: session?.created_at, aal: session?.aal ?? 'aal1' };
}

function readToken(bearer: string, deps: AuthDeps): { sub: string; sessionId: string | undefined } {
  if (roleOfOpaqueKey(bearer, deps.keys)) throw authError(403, 'bad_jwt', 'invalid claim: missing sub claim');
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
     where s.id = $1 and s.user_id = $2 and not ${expiredSessionSql('$3', '$4')}`,
    [sessionId, userId, ...sessionTimeoutsOf(deps.config)],
  );
  if (rows[0]) return rows[0];
  throw authError(403, 'session_not_found', 'Session from session_id claim in JWT does not exist');
}

/** Seconds, as query parameters; null for none. */
export function sessionTimeoutsOf({
  sessions,
}: AuthConfig): [timebox: number | null, inactivity: number | null] {
  return [sessions.timebox ?? null, sessions.inactivity_timeout ?? null];
}

/** Returns an SQL condition; the arguments are the placeholders of sessionTimeoutsOf(). */
export function expiredSessionSql(timebox: string, inactivity: string): string {
  return `coalesce(
    s.not_after < clock_timestamp()
    or s.created_at < clock_timestamp() - make_interval(secs => ${timebox}::float8)
    or coalesce(s.refreshed_at at time zone 'utc', s.created_at)
      < clock_timestamp() - make_interval(secs => ${inactivity}::float8),
    false)`;
}

/**
 * Whether the account has a verified factor that the session has not used, according to the database, not the token.
 */
export function needsSecondFactor({ user, aal }: SignedInUser): boolean {
  return aal !== 'aal2' && user.factors.some(({ status }) => status === 'verified');
}

/** Throws 401 insufficient_aal. */
export function requireAal2ForCredentialChange(signedIn: SignedInUser): void {
  if (!needsSecondFactor(signedIn)) return;
  throw authError(
    401,
    'insufficient_aal',
    'AAL2 session is required to update email or password when MFA is enabled.',
  );
}

/**
 * Requires AAL2 to add a factor to an account that has one; otherwise someone who has stolen the password could add
 * their own key. Throws 403 insufficient_aal.
 */
export function requireAal2ToCompleteEnrolment(factor: { status: string }, signedIn: SignedInUser): void {
  if (factor.status === 'verified' || !needsSecondFactor(signedIn)) return;
  throw authError(403, 'insufficient_aal', 'AAL2 required to enroll a new factor');
}
