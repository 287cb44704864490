// GET /authorize, identity linking: redirects the browser to an OAuth provider.
import { BackendError } from '../../errors/backend-error.ts';
import type { AuthDeps } from '../deps.ts';
import { readCodeChallenge, createPkceFlow } from '../sessions/flow-state.ts';
import { jsonResponse } from '../../errors/json-response.ts';
import { authError, validationFailedError } from '../http/errors.ts';
import { requireLinkingUser } from './link-identity.ts';
import { clientIpKey } from '../../limits/client-ip-key.ts';
import { providerRedirectLimit } from '../rate-limits.ts';
import { redirectWithError, resolveRedirectUrl } from '../http/redirect.ts';
import { runInTransaction } from '../accounts/in-transaction.ts';
import { type OAuthProvider, findProvider } from './find-provider.ts';
import { createProviderFlow } from './provider-flow.ts';
import { type OAuthFlowSecrets, createAuthorizationUrl, createOAuthFlowSecrets } from './oauth-client.ts';

/** Parameters that are passed on to the provider; other ones could change the request. */
const forwardedParameters = ['access_type', 'acr_values', 'display', 'domain_hint', 'hd', 'include_granted_scopes', 'login_hint', 'prompt', 'ui_locales']; // prettier-ignore
const maxLength = 500;

export async function handleAuthorizeRequest(request: Request, deps: AuthDeps): Promise<Response> {
  return startAuthorization(request, undefined, deps);
}

/** Links the identity to the caller's account. */
export async function handleLinkIdentityRequest(request: Request, deps: AuthDeps): Promise<Response> {
  const { id } = await requireLinkingUser(request, deps);
  return startAuthorization(request, id, deps);
}

async function startAuthorization(
  request: Request,
  linkingUserId: string | undefined,
  deps: AuthDeps,
): Promise<Response> {
  await deps.limits.consume(providerRedirectLimit, clientIpKey(deps.clientAddress(request)));
  const query = new URL(request.url).searchParams;
  const provider = requireProvider(query.get('provider') ?? '', deps);
  const challenge = readCodeChallenge({
    code_challenge: query.get('code_challenge'),
    code_challenge_method: query.get('code_challenge_method'),
  });
  const secrets = createOAuthFlowSecrets();
  const redirectTo = resolveRedirectUrl(request, deps.config);
  const silent = query.get('skip_http_redirect') === 'true';
  const url = await resolveAuthorizationUrl(provider, secrets, query);
  if (url instanceof BackendError) {
    // Scripts (`skip_http_redirect`) get the error as JSON; a browser would show that JSON as a page, so it is
    // redirected.
    if (silent) throw url;
    return redirectWithError(redirectTo, url, challenge !== undefined);
  }
  const { setCookie } = await runInTransaction(deps.pool, async (client) => {
    const flow = { provider: provider.name, method: 'oauth', userId: linkingUserId };
    const flowStateId = challenge && (await createPkceFlow(client, { ...flow, challenge }));
    const opened = { provider: provider.name, secrets, redirectTo, flowStateId, linkingUserId };
    return createProviderFlow(client, opened, deps.publicUrl);
  });
  if (silent) return jsonResponse({ url }, 200, { 'set-cookie': setCookie });
  const headers = { location: url, 'set-cookie': setCookie, 'cache-control': 'no-store' };
  return new Response(null, { status: 302, headers });
}

function requireProvider(name: string, deps: AuthDeps): OAuthProvider {
  const provider = findProvider(name, deps.config, deps.publicUrl);
  if (provider) return provider;
  const known = Object.hasOwn(deps.config.external, name) && deps.config.external[name]?.enabled;
  const why = known ? 'only OpenID Connect and github are spoken here' : 'provider is not enabled';
  throw validationFailedError(`Unsupported provider: ${why}`);
}

/** Returns the error when the provider cannot be reached. */
async function resolveAuthorizationUrl(
  provider: OAuthProvider,
  secrets: OAuthFlowSecrets,
  query: URLSearchParams,
): Promise<string | BackendError> {
  const scopes = (query.get('scopes') ?? '').slice(0, maxLength).split(/[\s,]+/).filter(Boolean);
  const extra = forwardedParameters.flatMap((name) => {
    const value = query.get(name);
    return value === null || value.length > maxLength ? [] : [[name, value] as const];
  });
  try {
    return await createAuthorizationUrl(provider, secrets, scopes, Object.fromEntries(extra));
  } catch (cause) {
    const message = `${provider.name} cannot be reached at the moment, try again later`;
    return Object.assign(authError(502, 'provider_unreachable', message), { cause });
  }
} // prettier-ignore
