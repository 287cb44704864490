// POST /token. Each grant has its own file, except PKCE.
import type { AuthDeps } from '../deps.ts';
import { authError, validationFailedError } from '../http/errors.ts';
import { handleIdTokenGrant } from './handle-id-token-grant.ts';
import { handlePasswordGrant } from './handle-password-grant.ts';
import { handleRefreshTokenGrant } from './handle-refresh-token-grant.ts';
import { handleWeb3Grant } from './handle-web3-grant.ts';
import { z } from 'zod';
import { exchangeAuthCode } from '../sessions/flow-state.ts';
import { jsonResponse } from '../../errors/json-response.ts';
import { readAuthBody } from '../http/read-body.ts';
import { consumeConfiguredLimit } from '../rate-limits.ts';
import { createSessionJson } from '../sessions/create-session-json.ts';
import { sessionOriginOf, startSession } from '../sessions/session.ts';
import { runInTransaction } from '../accounts/in-transaction.ts';
import { findUser, requireNotBanned } from '../accounts/user-row.ts';

const pkceSchema = z.object({ auth_code: z.string().nullish(), code_verifier: z.string().nullish() });

async function grantPkce(request: Request, deps: AuthDeps): Promise<Response> {
  await consumeConfiguredLimit('sign_in_sign_ups', request, deps);
  const { auth_code: code, code_verifier: verifier } = await readAuthBody(request, pkceSchema);
  if (!code || !verifier) {
    throw validationFailedError('invalid request: both auth code and code verifier should be non-empty');
  }
  const { flow, ...opened } = await runInTransaction(deps.pool, async (client) => {
    const flow = await exchangeAuthCode(client, code, verifier);
    const known = await findUser(client, flow.userId);
    if (!known) throw authError(404, 'flow_state_not_found', 'invalid flow state, no valid flow state found');
    requireNotBanned(known);
    const opened = await startSession(client, known.id, flow.method, sessionOriginOf(request, deps));
    return { flow, ...opened };
  });
  return jsonResponse({
    ...(await createSessionJson(opened, deps)),
    ...(flow.providerToken ? { provider_token: flow.providerToken } : {}),
    ...(flow.providerRefreshToken ? { provider_refresh_token: flow.providerRefreshToken } : {}),
  });
}

const grantHandlers: Record<string, (request: Request, deps: AuthDeps) => Promise<Response>> = {
  password: handlePasswordGrant,
  refresh_token: handleRefreshTokenGrant,
  pkce: grantPkce,
  id_token: handleIdTokenGrant,
  web3: handleWeb3Grant,
};

export async function handleTokenRequest(request: Request, deps: AuthDeps): Promise<Response> {
  const grantType = new URL(request.url).searchParams.get('grant_type') ?? '';
  const grant = Object.hasOwn(grantHandlers, grantType) ? grantHandlers[grantType] : undefined;
  if (!grant) throw authError(400, 'invalid_credentials', 'unsupported_grant_type');
  return grant(request, deps);
}
