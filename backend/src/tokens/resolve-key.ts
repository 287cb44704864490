import { timingSafeEqual } from 'node:crypto';
import { BackendError } from '../errors/backend-error.ts';
import type { Keys } from './keys.ts';
import { acceptedSecrets } from './retired-secrets.ts';
import { verifyJwt } from './verify-jwt.ts';

export type KeyRole = 'anon' | 'service_role';

/**
 * Of an opaque key, or of a legacy one: a JWT of this server with the role `anon` or `service_role`. Undefined for
 * access tokens of users.
 */
export function keyRole(key: string, keys: Keys): KeyRole | undefined {
  return opaqueKeyRole(key, keys) ?? legacyKeyRole(key, keys);
}

/** Compared in constant time, never parsed as a token. */
export function opaqueKeyRole(key: string, keys: Keys): KeyRole | undefined {
  if (sameText(key, keys.publishableKey)) return 'anon';
  if (acceptedSecrets(keys, 'SECRET_KEY').some((known) => sameText(key, known))) return 'service_role';
  return undefined;
}

/**
 * From the `apikey` header, else `?apikey=`, else a bearer that is itself a key, because some clients send only that.
 * Throws 401 when there is none or it is invalid.
 */
export function resolveKey(
  request: Request,
  keys: Keys,
  bearer: string | undefined,
): { key: string; role: KeyRole } {
  const key = request.headers.get('apikey') || new URL(request.url).searchParams.get('apikey');
  if (!key) {
    const role = bearer === undefined ? undefined : keyRole(bearer, keys);
    if (bearer !== undefined && role) return { key: bearer, role };
    throw new BackendError({
      status: 401,
      code: 'no_api_key',
      message: 'No API key found in request',
      hint: 'Send the publishable key in the `apikey` header, or as the `apikey` url parameter.',
    });
  }
  const role = keyRole(key, keys);
  if (role) return { key, role };
  throw new BackendError({
    status: 401,
    code: 'invalid_api_key',
    message: 'Invalid API key',
    hint: 'Send the publishable or the secret key of this server; a legacy key must be signed with its JWT secret and not have expired.',
  });
}

function legacyKeyRole(key: string, keys: Keys): KeyRole | undefined {
  if (!key.startsWith('eyJ')) return undefined;
  const verified = verifyJwt(key, keys);
  if (!verified.ok || verified.claims['sub'] !== undefined) return undefined;
  const role = verified.claims['role'];
  return role === 'anon' || role === 'service_role' ? role : undefined;
}

function sameText(given: string, known: string): boolean {
  const left = Buffer.from(given);
  const right = Buffer.from(known);
  return left.length === right.length && left.length > 0 && timingSafeEqual(left, right);
}
