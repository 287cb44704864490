// The OAuth callback: exchanges the code, signs in or links an identity, redirects to the site.
import { BackendError } from '../../errors/backend-error.ts';
import { requestIdOf } from '../../errors/request-id.ts';
import type { AuthDeps } from '../deps.ts';
import { type ProviderTokens, issueAuthCode } from '../sessions/flow-state.ts';
import { authError } from '../http/errors.ts';
import { retryOnAccountConflict } from '../accounts/in-transaction.ts';
import { runInAccountCreationTransaction } from '../hooks/in-account-creation-transaction.ts';
import type { ExternalIdentity } from './external-identity.ts';
import { linkIdentityOrFindAccount } from './link-identity.ts';
import { redirectWithCode, redirectWithError, redirectWithSession } from '../http/redirect.ts';
import { type SessionWithUser, createSessionJson } from '../sessions/create-session-json.ts';
import { sessionOriginOf, startSession } from '../sessions/session.ts';
import { type OAuthProvider, findProvider } from './find-provider.ts';
import { type ProviderFlow, consumeProviderFlow } from './provider-flow.ts';
import { exchangeProviderCode } from './oauth-client.ts';

const badState = authError(
  400,
  'bad_oauth_state',
  'This sign-in was not begun in this browser, or it took too long: begin again',
);

/** Every outcome redirects to a URL of the project. */
export async function handleProviderCallback(request: Request, deps: AuthDeps): Promise<Response> {
  const parameters = new URL(request.url).searchParams;
  const state = parameters.get('state');
  if (!state) {
    const missing = authError(400, 'bad_oauth_callback', 'OAuth state parameter missing');
    return redirectWithError(deps.config.site_url, missing, false);
  }
  const flow = await consumeProviderFlow(deps.pool, state, request, deps.publicUrl);
  if (!flow) return redirectWithError(deps.config.site_url, badState, false);
  try {
    return await finish(request, parameters, state, flow, deps);
  } catch (error) {
    return redirectWithError(
      flow.redirect_to,
      toProviderError(error, request, deps),
      flow.flow_state_id !== null,
    );
  }
}

/** Apple's response is a POST, redirected to the GET: browsers send no SameSite=Lax cookie with a foreign POST. */
export async function redirectPostedProviderCallback(request: Request): Promise<Response> {
  const form = new URLSearchParams((await request.text()).slice(0, 16_384));
  // `user` holds a name in JSON and is not needed.
  form.delete('user');
  return new Response(null, { status: 303, headers: { location: `?${form}`, 'cache-control': 'no-store' } });
}

async function finish(
  request: Request,
  parameters: URLSearchParams,
  state: string,
  flow: ProviderFlow,
  deps: AuthDeps,
): Promise<Response> {
  const provider = findProvider(flow.provider, deps.config, deps.publicUrl);
  if (!provider) throw authError(400, 'provider_disabled', 'Unsupported provider: provider is not enabled');
  const secrets = { state, nonce: flow.nonce, codeVerifier: flow.code_verifier };
  const { identity, tokens } = await exchangeProviderCode(provider, parameters, secrets);
  const result = await retryOnAccountConflict(() => signIn(request, provider, flow, identity, tokens, deps));
  if (typeof result === 'string') return redirectWithCode(flow.redirect_to, result);
  return redirectWithSession(flow.redirect_to, {
    ...(await createSessionJson(result, deps)),
    ...(tokens.accessToken ? { provider_token: tokens.accessToken } : {}),
    ...(tokens.refreshToken ? { provider_refresh_token: tokens.refreshToken } : {}),
  });
}

/** Returns the code of a PKCE flow, else a session. */
async function signIn(
  request: Request,
  provider: OAuthProvider,
  flow: ProviderFlow,
  identity: ExternalIdentity,
  tokens: ProviderTokens,
  deps: AuthDeps,
): Promise<string | SessionWithUser> {
  const origin = sessionOriginOf(request, deps);
  return runInAccountCreationTransaction(origin.ip, deps, async (client, allowCreation) => {
    const { emailOptional } = provider;
    const given = { identity, emailOptional, linkingTo: flow.linking_user_id, allowCreation };
    const user = await linkIdentityOrFindAccount(client, given, deps);
    if (flow.flow_state_id) {
      const code = await issueAuthCode(client, flow.flow_state_id, user.id, tokens);
      if (code === undefined) throw badState;
      return code;
    }
    return startSession(client, user.id, 'oauth', origin, provider.name);
  });
}

function toProviderError(error: unknown, request: Request, deps: AuthDeps): BackendError {
  if (error instanceof BackendError) return error;
  deps.log({
    level: 'error',
    event: 'auth.provider_failed',
    requestId: requestIdOf(request),
    code: (error as { code?: string }).code ?? (error as Error).name,
    message: (error as Error).message?.slice(0, 200) ?? '',
  });
  return authError(500, 'unexpected_failure', 'The sign-in could not be finished, try again later');
}
