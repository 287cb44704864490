// These endpoints respond as GoTrue does where the feature is switched off, so that clients get a documented error.
import type { Hono } from 'hono';
import type { AuthDeps } from './deps.ts';
import { requireAdmin } from './http/require-key.ts';
import { authError } from './http/errors.ts';
import { requireUser } from './sessions/require-user.ts';

type NotImplemented = [
  methods: string[],
  path: string,
  caller: 'anyone' | 'user' | 'admin',
  status: number,
  code: string,
  message: string,
];

const NO_ADMIN = 'This part of the admin API is not available on this server yet';
const NO_OAUTH = 'The OAuth server is not enabled';
const NO_PASSKEYS = 'Passkeys are not available on this server yet';

const ENDPOINTS: NotImplemented[] = [
  [['POST'], '/sso', 'anyone', 404, 'saml_provider_disabled', 'SAML 2.0 is disabled'],
  [['GET', 'POST'], '/sso/*', 'anyone', 404, 'saml_provider_disabled', 'SAML 2.0 is disabled'],
  [['GET', 'POST', 'PATCH', 'DELETE'], '/passkeys/*', 'anyone', 404, 'feature_disabled', NO_PASSKEYS],
  [['GET', 'POST', 'DELETE'], '/oauth/*', 'anyone', 404, 'feature_disabled', NO_OAUTH],
  [['GET', 'DELETE'], '/user/oauth/grants', 'user', 404, 'feature_disabled', NO_OAUTH],
  [['GET', 'POST', 'PUT', 'PATCH', 'DELETE'], '/admin/*', 'admin', 501, 'feature_disabled', NO_ADMIN],
]; // prettier-ignore

/** Each checks its caller as the implemented endpoint will. */
export function mountNotImplemented(app: Hono, deps: AuthDeps): void {
  for (const [methods, path, caller, status, code, message] of ENDPOINTS) {
    app.on(methods, path, async (context) => {
      if (caller === 'user') await requireUser(context.req.raw, deps);
      if (caller === 'admin') requireAdmin(context.req.raw, deps);
      throw authError(status, code, message);
    });
  }
}
