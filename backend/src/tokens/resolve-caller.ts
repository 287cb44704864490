import { BackendError } from '../errors/backend-error.ts';
import type { Keys } from './keys.ts';
import { readBearer } from './read-bearer.ts';
import { opaqueKeyRole, resolveKey } from './resolve-key.ts';
import { type JwtClaims, verifyJwt } from './verify-jwt.ts';

/** Who a request speaks for: the database role and the claims that policies read. Fits `Caller` of the database room. */
export interface ResolvedCaller {
  role: string;
  claims: JwtClaims;
}

const KNOWN_ROLES = new Set(['anon', 'authenticated', 'service_role']);

/**
 * Decides the effective role of a request.
 *
 * The API key is required and must be ours. A bearer that is a known opaque key means that key's role; any other
 * bearer must be a valid token of ours that names a known role. A bearer that is wrong, expired or unknown is refused
 * with a 401 BackendError (code PGRST301, or PGRST303 when it has expired), never served as anonymous.
 */
export function resolveCaller(request: Request, keys: Keys): ResolvedCaller {
  const bearer = readBearer(request);
  const { key, role } = resolveKey(request, keys, bearer);
  if (bearer === undefined || bearer === key) return { role, claims: { role } };
  const opaque = opaqueKeyRole(bearer, keys);
  if (opaque) return { role: opaque, claims: { role: opaque } };
  const claims = verifyBearer(bearer, keys);
  return { role: String(claims['role']), claims };
}

function verifyBearer(bearer: string, keys: Keys): JwtClaims {
  const verdict = verifyJwt(bearer, keys);
  if (!verdict.ok) {
    if (verdict.reason === 'expired') throw refusal('PGRST303', 'JWT expired');
    if (verdict.reason === 'not-yet-valid') throw refusal('PGRST303', 'JWT not yet valid');
    throw refusal('PGRST301', `The bearer token could not be verified: ${verdict.message}`);
  }
  const role = verdict.claims['role'];
  if (typeof role !== 'string' || !KNOWN_ROLES.has(role)) {
    throw refusal('PGRST301', 'The bearer token names no role that this server knows');
  }
  return verdict.claims;
}

function refusal(code: string, message: string): BackendError {
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
