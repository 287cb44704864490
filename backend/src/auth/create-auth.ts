// The GoTrue endpoints. This service reads and writes only schema auth.
import { Hono } from 'hono';
import { clientIpKey } from '../limits/client-ip-key.ts';
import { mountAdminRoutes } from './admin/mount-admin-routes.ts';
import type { AuthDeps } from './deps.ts';
import { challengeFactor } from './factors/challenge-factor.ts';
import { enrollFactor, unenrollFactor } from './factors/enroll-factor.ts';
import { verifyFactor } from './factors/verify-factor.ts';
import { authError, renderAuthError } from './http/errors.ts';
import { requireApiKey } from './http/require-key.ts';
import { unlinkIdentity } from './providers/link-identity.ts';
import { runWithPasswordHashQueue } from './accounts/password-hash.ts';
import { handleAuthorizeRequest, handleLinkIdentityRequest } from './providers/authorize.ts';
import { handleProviderCallback, redirectPostedProviderCallback } from './providers/callback.ts';
import { requestsPerClientIpLimit } from './rate-limits.ts';
import { handleOtpRequest, handleMagicLinkRequest } from './sign-in/otp.ts';
import { sendReauthenticationCode } from './user/send-reauthentication-code.ts';
import { handleRecoverRequest, handleResendRequest } from './sign-in/resend.ts';
import { handleLogoutRequest } from './sessions/session.ts';
import { signUp } from './sign-in/sign-up.ts';
import { handleTokenRequest } from './sign-in/handle-token-request.ts';
import { updateOwnUser } from './user/update-own-user.ts';
import { handleVerifyLink, handleVerifyPost } from './sign-in/verify.ts';
import { jsonResponse } from '../errors/json-response.ts';
import { requireUser } from './sessions/require-user.ts';
import { userJson } from './accounts/user-json.ts';
import { enabledProviders } from './providers/find-provider.ts';
import { algorithmOf, publicJwks } from '../tokens/signing-keys.ts';

const pathPrefix = '/auth/v1';

/** For links and monitors, which send no API key. */
const publicPaths = new Set([
  '/health',
  '/.well-known/jwks.json',
  '/.well-known/openid-configuration',
  '/verify',
  '/authorize',
  '/callback',
]);

/** Rejects only when the caller has disconnected: errors become responses in GoTrue's envelope. */
export function createAuthHandler(deps: AuthDeps): (request: Request) => Promise<Response> {
  const app = createAuthRoutes(deps);
  return async (request) => app.fetch(request);
}

/** The route table. */
export function createAuthRoutes(deps: AuthDeps): Hono {
  const app = new Hono().basePath(pathPrefix);

  app.use(async (context, next) => {
    const request = context.req.raw;
    const address = clientIpKey(deps.clientAddress(request));
    // Requests without a remote address come from the site, which limits its visitors itself; counted as one address,
    // one visitor could use up the limit of all.
    if (deps.remoteAddress(request) !== undefined)
      await deps.limits.consume(requestsPerClientIpLimit, address);
    if (!publicPaths.has(context.req.path.slice(pathPrefix.length))) requireApiKey(request, deps);
    await runWithPasswordHashQueue(address, request.signal, next);
  });

  app.post('/signup', (context) => signUp(context.req.raw, deps));
  app.post('/token', (context) => handleTokenRequest(context.req.raw, deps));
  app.post('/otp', (context) => handleOtpRequest(context.req.raw, deps));
  app.post('/magiclink', (context) => handleMagicLinkRequest(context.req.raw, deps));
  app.post('/recover', (context) => handleRecoverRequest(context.req.raw, deps));
  app.post('/resend', (context) => handleResendRequest(context.req.raw, deps));
  app.get('/reauthenticate', (context) => sendReauthenticationCode(context.req.raw, deps));
  app.post('/verify', (context) => handleVerifyPost(context.req.raw, deps));
  app.get('/verify', (context) => handleVerifyLink(context.req.raw, deps));
  app.post('/logout', (context) => handleLogoutRequest(context.req.raw, deps));
  app.get('/user', (context) => getUser(context.req.raw, deps));
  app.put('/user', (context) => updateOwnUser(context.req.raw, deps));
  app.post('/factors', (context) => enrollFactor(context.req.raw, deps));
  app.post('/factors/:id/challenge', ({ req }) => challengeFactor(req.raw, req.param('id'), deps));
  app.post('/factors/:id/verify', ({ req }) => verifyFactor(req.raw, req.param('id'), deps));
  app.delete('/factors/:id', ({ req }) => unenrollFactor(req.raw, req.param('id'), deps));
  app.get('/user/identities/authorize', ({ req }) => handleLinkIdentityRequest(req.raw, deps));
  app.delete('/user/identities/:id', ({ req }) => unlinkIdentity(req.raw, req.param('id'), deps));
  app.get('/authorize', ({ req }) => handleAuthorizeRequest(req.raw, deps));
  app.get('/callback', ({ req }) => handleProviderCallback(req.raw, deps));
  app.post('/callback', ({ req }) => redirectPostedProviderCallback(req.raw));
  app.get('/settings', () => settings(deps));
  app.get('/health', health);
  app.get('/.well-known/jwks.json', () =>
    jsonResponse(publicJwks(deps.keys.signingKeys ?? []), 200, cacheHeaders),
  );
  app.get('/.well-known/openid-configuration', () => openIdConfiguration(deps));
  mountAdminRoutes(app, deps);
  mountNotImplemented(app, deps);

  app.notFound((context) => {
    throw authError(
      404,
      'not_found',
      `No such endpoint: ${context.req.method} ${context.req.path.slice(0, 200)}`,
    );
  });
  app.onError((error, context) => {
    // The app logs that the caller has disconnected.
    if (context.req.raw.signal.aborted) throw error;
    return renderAuthError(error, context.req.raw, deps.log);
  });
  return app;
}

async function getUser(request: Request, deps: AuthDeps): Promise<Response> {
  const { user } = await requireUser(request, deps);
  return jsonResponse(userJson(user));
}

/** Responds in GoTrue's form. */
async function health(): Promise<Response> {
  return jsonResponse({
    version: 'v2',
    name: 'GoTrue',
    description: 'GoTrue is a user registration and authentication API',
  });
}

const providerNames = [
  'anonymous_users', 'apple', 'azure', 'bitbucket', 'discord', 'facebook', 'figma', 'fly', 'github', 'gitlab', 'google',
  'kakao', 'keycloak', 'linkedin', 'linkedin_oidc', 'notion', 'slack', 'slack_oidc', 'snapchat', 'spotify', 'twitch',
  'twitter', 'workos', 'zoom', 'phone',
]; // prettier-ignore

async function settings(deps: AuthDeps): Promise<Response> {
  const { config } = deps;
  return jsonResponse({
    external: {
      ...Object.fromEntries(providerNames.map((name) => [name, false])),
      ...Object.fromEntries(enabledProviders(config, deps.publicUrl).map(({ name }) => [name, true])),
      anonymous_users: config.enable_anonymous_sign_ins,
      web3: config.web3.ethereum.enabled,
      email: config.email.enable_signup,
      phone: config.sms.enable_signup,
    },
    disable_signup: !config.enable_signup,
    mailer_autoconfirm: !config.email.enable_confirmations,
    phone_autoconfirm: !config.sms.enable_confirmations,
    sms_provider: config.hook.send_sms.enabled ? 'hook' : '',
    saml_enabled: false,
  });
}

// These endpoints respond as GoTrue does where the feature is switched off, so that clients get a documented error.
type NotImplemented = [
  methods: string[],
  path: string,
  caller: 'anyone' | 'user',
  status: number,
  code: string,
  message: string,
];

const noAdmin = 'This part of the admin API is not available on this server yet';
const noOauth = 'The OAuth server is not enabled';
const noPasskeys = 'Passkeys are not available on this server yet';

const missingEndpoints: NotImplemented[] = [
  [['POST'], '/sso', 'anyone', 404, 'saml_provider_disabled', 'SAML 2.0 is disabled'],
  [['GET', 'POST'], '/sso/*', 'anyone', 404, 'saml_provider_disabled', 'SAML 2.0 is disabled'],
  [['GET', 'POST', 'PATCH', 'DELETE'], '/passkeys/*', 'anyone', 404, 'feature_disabled', noPasskeys],
  [['GET', 'POST', 'DELETE'], '/oauth/*', 'anyone', 404, 'feature_disabled', noOauth],
  [['GET', 'DELETE'], '/user/oauth/grants', 'user', 404, 'feature_disabled', noOauth],
  [['GET', 'POST', 'PUT', 'PATCH', 'DELETE'], '/admin/*', 'anyone', 501, 'feature_disabled', noAdmin],
]; // prettier-ignore

/** Each route checks its caller as the implemented endpoint would; mountAdminRoutes() does so for /admin. */
function mountNotImplemented(app: Hono, deps: AuthDeps): void {
  for (const [methods, path, caller, status, code, message] of missingEndpoints) {
    app.on(methods, path, async (context) => {
      if (caller === 'user') await requireUser(context.req.raw, deps);
      throw authError(status, code, message);
    });
  }
}

// Short, because a new signing key must be known everywhere soon.
const cacheHeaders = { 'cache-control': 'public, max-age=600' };

async function openIdConfiguration(deps: AuthDeps): Promise<Response> {
  const issuer = `${deps.publicUrl}/auth/v1`;
  const signing = deps.keys.signingKeys?.[0];
  const document = {
    issuer,
    // Required by OpenID Connect; the endpoint responds that the OAuth server is not enabled.
    authorization_endpoint: `${issuer}/oauth/authorize`,
    jwks_uri: `${issuer}/.well-known/jwks.json`,
    response_types_supported: ['code'],
    subject_types_supported: ['public'],
    id_token_signing_alg_values_supported: [signing ? algorithmOf(signing) : 'HS256'],
    claims_supported: [
      'sub',
      'aud',
      'iss',
      'exp',
      'iat',
      'email',
      'phone',
      'role',
      'aal',
      'amr',
      'session_id',
    ],
  };
  return jsonResponse(document, 200, cacheHeaders);
}
