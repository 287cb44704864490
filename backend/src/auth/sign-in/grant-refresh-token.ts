import { z } from 'zod';
import { BackendError } from '../../errors/backend-error.ts';
import { clientIpKey } from '../../limits/client-ip-key.ts';
import type { AuthDeps } from '../deps.ts';
import { jsonResponse } from '../../errors/json-response.ts';
import { readAuthBody } from '../http/read-body.ts';
import { OAuthError, authError } from '../http/errors.ts';
import { tokenRefresh } from '../rate-limits.ts';
import { type OpenSession, sessionJson } from '../sessions/session-json.ts';
import { lockSession, rotateRefreshToken } from '../sessions/rotate-refresh-token.ts';
import { originOf } from '../sessions/start-session.ts';
import { inTransaction } from '../accounts/in-transaction.ts';
import { type Queryable, findUser, isBanned } from '../accounts/user-row.ts';

const refreshSchema = z.object({ refresh_token: z.string().nullish() });

export async function grantRefreshToken(request: Request, deps: AuthDeps): Promise<Response> {
  await deps.limits.consume(tokenRefresh(deps.config), clientIpKey(deps.clientAddress(request)));
  const { refresh_token: token } = await readAuthBody(request, refreshSchema);
  if (!token) throw new OAuthError('invalid_request', 'refresh_token required');
  const result = await inTransaction(deps.pool, (client) => refresh(client, token, request, deps));
  if (result instanceof BackendError) throw result;
  return jsonResponse(await sessionJson(result, deps));
}

/** An error is returned, not thrown, where the deletion of the session must be committed. */
async function refresh(
  client: Queryable,
  token: string,
  request: Request,
  deps: AuthDeps,
): Promise<OpenSession | BackendError> {
  const session = await lockSession(client, token, deps);
  if (!session) {
    const { rowCount } = await client.query('select from auth.refresh_tokens where token = $1', [token]);
    if (rowCount) throw authError(400, 'session_not_found', 'Invalid Refresh Token: No Valid Session Found');
    throw authError(400, 'refresh_token_not_found', 'Invalid Refresh Token: Refresh Token Not Found');
  }
  if (session.expired) throw authError(400, 'session_expired', 'Invalid Refresh Token: Session Expired');
  const user = await findUser(client, session.user_id);
  if (!user) throw authError(400, 'session_not_found', 'Invalid Refresh Token: No Valid Session Found');
  if (isBanned(user)) throw authError(400, 'user_banned', 'Invalid Refresh Token: User Banned');
  const next = await rotateRefreshToken(client, session, token, originOf(request, deps), deps);
  if (next instanceof BackendError) return next;
  const { id: sessionId, aal, amr } = session;
  const method = 'token_refresh';
  const sessionInfo = { sessionId, aal: aal ?? 'aal1', amr, refreshToken: next, method, isNew: false };
  return { user, session: sessionInfo };
}
