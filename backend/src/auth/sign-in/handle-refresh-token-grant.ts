// POST /token?grant_type=refresh_token.
import { z } from 'zod';
import type { Queryable } from '../../database/database-client.ts';
import { BackendError } from '../../errors/backend-error.ts';
import type { AuthDeps } from '../deps.ts';
import { jsonResponse } from '../../errors/json-response.ts';
import { readAuthBody } from '../http/read-body.ts';
import { OAuthError, authError } from '../http/errors.ts';
import { consumeConfiguredLimit } from '../rate-limits.ts';
import { type SessionWithUser, createSessionJson, type AmrEntry } from '../sessions/create-session-json.ts';
import { deriveNextRefreshToken, findRefreshToken } from '../sessions/refresh-tokens.ts';
import { sessionOriginOf, type SessionOrigin } from '../sessions/session.ts';
import { hashToken } from '../sessions/token-secrets.ts';
import { runInTransaction } from '../accounts/in-transaction.ts';
import { findUser, isBanned } from '../accounts/user-row.ts';
import { expiredSessionSql, sessionTimeoutsOf } from '../sessions/require-user.ts';

const refreshSchema = z.object({ refresh_token: z.string().nullish() });

export async function handleRefreshTokenGrant(request: Request, deps: AuthDeps): Promise<Response> {
  await consumeConfiguredLimit('token_refresh', request, deps);
  const { refresh_token: token } = await readAuthBody(request, refreshSchema);
  if (!token) throw new OAuthError('invalid_request', 'refresh_token required');
  const result = await runInTransaction(deps.pool, (client) =>
    refresh(client, hashToken(token), request, deps),
  );
  if (result instanceof BackendError) throw result;
  return jsonResponse(await createSessionJson(result, deps));
}

/** An error is returned, not thrown, if the deletion of the session must be committed. */
async function refresh(
  client: Queryable,
  hash: string,
  request: Request,
  deps: AuthDeps,
): Promise<SessionWithUser | BackendError> {
  const session = await lockSession(client, hash, deps);
  if (!session) {
    const { rowCount } = await client.query('select from auth.refresh_tokens where token = $1', [hash]);
    if (rowCount) throw authError(400, 'session_not_found', 'Invalid Refresh Token: No Valid Session Found');
    throw authError(400, 'refresh_token_not_found', 'Invalid Refresh Token: Refresh Token Not Found');
  }
  if (session.expired) throw authError(400, 'session_expired', 'Invalid Refresh Token: Session Expired');
  const user = await findUser(client, session.user_id);
  if (!user) throw authError(400, 'session_not_found', 'Invalid Refresh Token: No Valid Session Found');
  if (isBanned(user)) throw authError(400, 'user_banned', 'Invalid Refresh Token: User Banned');
  const next = await rotateRefreshToken(client, session, hash, sessionOriginOf(request, deps), deps);
  if (next instanceof BackendError) return next;
  const { id: sessionId, aal, amr } = session;
  const method = 'token_refresh';
  const sessionInfo = { sessionId, aal: aal ?? 'aal1', amr, refreshToken: next, method, isNew: false };
  return { user, session: sessionInfo };
}

// The row of the session is locked, so that two tabs that refresh at once get the same token.
interface LockedSession {
  id: string;
  user_id: string;
  aal: string | null;
  expired: boolean;
  amr: AmrEntry[];
}

/** Undefined for an unknown token or a deleted session. */
async function lockSession(db: Queryable, hash: string, deps: AuthDeps): Promise<LockedSession | undefined> {
  const { rows } = await db.query<LockedSession>(
    `select s.id, s.user_id, s.aal,
       ${expiredSessionSql('$2', '$3')} as expired,
       coalesce((
         select jsonb_agg(
           jsonb_build_object('method', a.authentication_method, 'timestamp', floor(extract(epoch from a.updated_at)))
           order by a.updated_at desc)
         from auth.mfa_amr_claims a where a.session_id = s.id
       ), '[]') as amr
     from auth.sessions s
     join auth.refresh_tokens t on t.session_id = s.id
     where t.token = $1
     for update of s`,
    [hash, ...sessionTimeoutsOf(deps.config)],
  );
  return rows[0];
}

/**
 * For a token that is already revoked, returns the session's active token if it was made from the given one, or a new
 * token within the reuse interval. Any other revoked token was stolen or lost, so the session is deleted (if rotation
 * is on). Errors are returned, not thrown, because the deletion must be committed.
 */
async function rotateRefreshToken(
  db: Queryable,
  session: LockedSession,
  hash: string,
  origin: SessionOrigin,
  deps: AuthDeps,
): Promise<string | BackendError> {
  const state = await readTokenState(db, hash);
  if (!state)
    return authError(400, 'refresh_token_not_found', 'Invalid Refresh Token: Refresh Token Not Found');
  const { active } = state;
  if (!state.revoked) return replace(db, session, hash, origin, deps);
  if (active && isExchangeable(state, session, hash, deps)) {
    const token = findRefreshToken(active, session.id, deps.keys);
    // What only its holder knows is replaced: otherwise it would stay valid beside the new token, and no reuse of
    // either would be noticed. As its parent, it is exchanged for the new token.
    return token ?? replace(db, session, active.hash, origin, deps);
  }
  if (active && state.revoked_s <= deps.config.refresh_token_reuse_interval)
    return replace(db, session, hash, origin, deps);
  if (deps.config.enable_refresh_token_rotation)
    await db.query('delete from auth.sessions where id = $1', [session.id]);
  return authError(400, 'refresh_token_already_used', 'Invalid Refresh Token: Already Used');
}

interface StoredToken {
  hash: string;
  nonce: string | null;
}

interface ActiveToken extends StoredToken {
  parent: (StoredToken & { parent: string | null; revoked_s: number }) | null;
}

interface TokenState {
  revoked: boolean;
  revoked_s: number;
  active: ActiveToken | null;
}

async function readTokenState(db: Queryable, hash: string): Promise<TokenState | undefined> {
  const { rows } = await db.query<TokenState>(
    `select t.revoked, extract(epoch from clock_timestamp() - t.updated_at)::float8 as revoked_s, (
       select jsonb_build_object('hash', a.token, 'nonce', a.nonce, 'parent', (
         select jsonb_build_object('hash', p.token, 'nonce', p.nonce, 'parent', p.parent,
           'revoked_s', extract(epoch from clock_timestamp() - p.updated_at)::float8)
         from auth.refresh_tokens p where p.token = a.parent and p.session_id = a.session_id
       ))
       from auth.refresh_tokens a
       where a.session_id = t.session_id and not a.revoked order by a.id desc limit 1
     ) as active
     from auth.refresh_tokens t
     where t.token = $1`,
    [hash],
  );
  return rows[0];
}

/**
 * Whether the active token was made from the given one; within the reuse interval also through a token that only its
 * holder knew, so that tabs which refresh at once get the same one.
 */
function isExchangeable(
  { active }: TokenState,
  session: LockedSession,
  hash: string,
  { config, keys }: AuthDeps,
): boolean {
  const parent = active?.parent;
  if (!parent) return false;
  if (parent.hash === hash) return true;
  return (
    parent.parent === hash &&
    parent.revoked_s <= config.refresh_token_reuse_interval &&
    findRefreshToken(parent, session.id, keys) === undefined
  );
}

async function replace(
  db: Queryable,
  session: LockedSession,
  hash: string,
  origin: SessionOrigin,
  { keys }: AuthDeps,
): Promise<string> {
  const next = deriveNextRefreshToken(session.id, keys);
  // A token that is already revoked keeps its `updated_at`; otherwise each reuse would extend the reuse interval.
  await db.query(
    `with old as (
       update auth.refresh_tokens set revoked = true, updated_at = clock_timestamp() where token = $1 and not revoked
     ), used as (
       update auth.sessions
       set refreshed_at = clock_timestamp() at time zone 'utc', updated_at = now(),
         user_agent = coalesce($6, user_agent), ip = coalesce($7::inet, ip)
       where id = $5::uuid
     )
     insert into auth.refresh_tokens (token, nonce, user_id, parent, session_id) values ($2, $3, $4, $1, $5::uuid)`,
    [hash, next.hash, next.nonce, session.user_id, session.id, origin.userAgent, origin.ip],
  );
  return next.token;
}
