// The GoTrue endpoints. This service reads and writes schema auth alone.
import { Hono } from 'hono';
import { clientIpKey } from '../limits/client-ip-key.ts';
import { mountAdmin } from './admin/mount-admin.ts';
import type { AuthDeps } from './deps.ts';
import { challengeFactor } from './factors/challenge-factor.ts';
import { enrollFactor } from './factors/enroll-factor.ts';
import { unenrollFactor } from './factors/unenroll-factor.ts';
import { verifyFactor } from './factors/verify-factor.ts';
import { authError } from './http/errors.ts';
import { renderAuthError } from './http/render-auth-error.ts';
import { requireKey } from './http/require-key.ts';
import { unlinkIdentity } from './providers/unlink-identity.ts';
import { withHashingCaller } from './accounts/hashing-queue.ts';
import { authorize, authorizeLinking } from './providers/authorize.ts';
import { callback, postedCallback } from './providers/callback.ts';
import { requestsPerAddress } from './rate-limits.ts';
import { health } from './health.ts';
import { keySet, openIdConfiguration } from './key-set.ts';
import { mountNotImplemented } from './mount-not-implemented.ts';
import { settings } from './settings.ts';
import { otp, magicLink } from './sign-in/otp.ts';
import { reauthenticate } from './user/reauthenticate.ts';
import { recover } from './sign-in/recover.ts';
import { resend } from './sign-in/resend.ts';
import { logOut } from './sessions/log-out.ts';
import { signUp } from './sign-in/sign-up.ts';
import { token } from './sign-in/token.ts';
import { getUser } from './user/get-user.ts';
import { updateOwnUser } from './user/update-own-user.ts';
import { getVerify } from './sign-in/get-verify.ts';
import { postVerify } from './sign-in/post-verify.ts';

const PREFIX = '/auth/v1';

/** For links and monitors, which send no API key. */
const PUBLIC_PATHS = new Set([
  '/health',
  '/.well-known/jwks.json',
  '/.well-known/openid-configuration',
  '/verify',
  '/authorize',
  '/callback',
]);

/** Rejects only when the caller has disconnected: errors become responses in GoTrue's envelope. */
export function createAuth(deps: AuthDeps): (request: Request) => Promise<Response> {
  const app = routeAuth(deps);
  return async (request) => app.fetch(request);
}

/** The route table. */
export function routeAuth(deps: AuthDeps): Hono {
  const app = new Hono().basePath(PREFIX);

  app.use(async (context, next) => {
    const request = context.req.raw;
    const address = clientIpKey(deps.clientAddress(request));
    // The site admits its visitors itself. Counted as one address, one of them could use up the limit of all.
    if (deps.remoteAddress(request) !== undefined) await deps.limits.consume(requestsPerAddress, address);
    if (!PUBLIC_PATHS.has(context.req.path.slice(PREFIX.length))) requireKey(request, deps);
    await withHashingCaller(address, request.signal, next);
  });

  app.post('/signup', (context) => signUp(context.req.raw, deps));
  app.post('/token', (context) => token(context.req.raw, deps));
  app.post('/otp', (context) => otp(context.req.raw, deps));
  app.post('/magiclink', (context) => magicLink(context.req.raw, deps));
  app.post('/recover', (context) => recover(context.req.raw, deps));
  app.post('/resend', (context) => resend(context.req.raw, deps));
  app.get('/reauthenticate', (context) => reauthenticate(context.req.raw, deps));
  app.post('/verify', (context) => postVerify(context.req.raw, deps));
  app.get('/verify', (context) => getVerify(context.req.raw, deps));
  app.post('/logout', (context) => logOut(context.req.raw, deps));
  app.get('/user', (context) => getUser(context.req.raw, deps));
  app.put('/user', (context) => updateOwnUser(context.req.raw, deps));
  app.post('/factors', (context) => enrollFactor(context.req.raw, deps));
  app.post('/factors/:id/challenge', ({ req }) => challengeFactor(req.raw, req.param('id'), deps));
  app.post('/factors/:id/verify', ({ req }) => verifyFactor(req.raw, req.param('id'), deps));
  app.delete('/factors/:id', ({ req }) => unenrollFactor(req.raw, req.param('id'), deps));
  app.get('/user/identities/authorize', ({ req }) => authorizeLinking(req.raw, deps));
  app.delete('/user/identities/:id', ({ req }) => unlinkIdentity(req.raw, req.param('id'), deps));
  app.get('/authorize', ({ req }) => authorize(req.raw, deps));
  app.get('/callback', ({ req }) => callback(req.raw, deps));
  app.post('/callback', ({ req }) => postedCallback(req.raw));
  app.get('/settings', (context) => settings(context.req.raw, deps));
  app.get('/health', health);
  app.get('/.well-known/jwks.json', () => keySet(deps));
  app.get('/.well-known/openid-configuration', () => openIdConfiguration(deps));
  mountAdmin(app, deps);
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
