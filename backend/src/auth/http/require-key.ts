// Requires an API key, or the service role for admin endpoints.
import { readBearerToken, roleOfOpaqueKey, resolveApiKey } from '../../tokens/resolve-key.ts';
import { verifyJwt } from '../../tokens/jwt.ts';
import type { AuthDeps } from '../deps.ts';
import { authError } from './errors.ts';

/** The bearer token; undefined without one. Throws 401 no_authorization for another scheme. */
export function readAuthBearerToken(request: Request): string | undefined {
  try {
    return readBearerToken(request);
  } catch {
    throw authError(401, 'no_authorization', 'This endpoint requires a valid Bearer token');
  }
}

export function requireApiKey(request: Request, deps: AuthDeps): void {
  resolveApiKey(request, deps.keys, readAuthBearerToken(request));
}

/** Throws 401 or 403 not_admin. */
export function requireServiceRole(request: Request, deps: AuthDeps): void {
  const bearer = readAuthBearerToken(request);
  if (!bearer) throw authError(401, 'no_authorization', 'This endpoint requires a valid Bearer token');
  if (roleOfOpaqueKey(bearer, deps.keys) === 'service_role') return;
  const verdict = verifyJwt(bearer, deps.keys);
  if (!verdict.ok || verdict.claims['role'] !== 'service_role')
    throw authError(403, 'not_admin', 'User not allowed');
}
