// Resolves the role with claims of a request from its API key or bearer token.
import { BackendError } from '../errors/backend-error.ts';
import type { BackendKeys } from './keys.ts';
import { readBearerToken, roleOfOpaqueKey, resolveApiKey } from './resolve-key.ts';
import { type JwtClaims, verifyJwt } from './jwt.ts';

/** Assignable to the database module's `Caller`. */
export interface ResolvedCaller {
  role: string;
  claims: JwtClaims;
}

const knownRoles = new Set(['anon', 'authenticated', 'service_role']);

/**
 * A valid API key is required. A bearer that is an opaque key has that key's role; any other must be a valid token with
 * a known role. Throws 401 (PGRST301; PGRST303 if expired): an invalid bearer is never treated as anonymous.
 */
export function resolveCaller(request: Request, keys: BackendKeys): ResolvedCaller {
  const bearer = readBearerToken(request);
  const { key, role } = resolveApiKey(request, keys, bearer);
  if (bearer === undefined || bearer === key) return { role, claims: { role } };
  const opaque = roleOfOpaqueKey(bearer, keys);
  if (opaque) return { role: opaque, claims: { role: opaque } };
  const claims = verifyBearer(bearer, keys);
  return { role: String(claims['role']), claims };
}

/** Whether the request has only the role `anon`; also true if its key or token is rejected. */
export function isUnauthenticatedRequest(request: Request, keys: BackendKeys): boolean {
  try {
    return resolveCaller(request, keys).role === 'anon';
  } catch {
    return true;
  }
}

function verifyBearer(bearer: string, keys: BackendKeys): JwtClaims {
  const verified = verifyJwt(bearer, keys);
  if (!verified.ok) {
    if (verified.reason === 'expired') throw unauthorized('PGRST303', 'JWT expired');
    if (verified.reason === 'not-yet-valid') throw unauthorized('PGRST303', 'JWT not yet valid');
    throw unauthorized('PGRST301', `The bearer token could not be verified: ${verified.message}`);
  }
  const role = verified.claims['role'];
  if (typeof role !== 'string' || !knownRoles.has(role)) {
    throw unauthorized('PGRST301', 'The bearer token names no role that this server knows');
  }
  return verified.claims;
}

function unauthorized(code: string, message: string): BackendError {
  return new BackendError({
    status: 401,
    code,
    message,
    hint: 'Sign in again, or send the request without an Authorization header.',
    headers: {
      'www-authenticate': `Bearer error="invalid_token", error_description="${message.replaceAll('"', "'")}"`,
    },
  });
}
