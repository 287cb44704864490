// Finds the API key of a request.
import { timingSafeEqual } from 'node:crypto';
import { BackendError } from '../errors/backend-error.ts';
import { type BackendKeys, acceptedSecrets } from './keys.ts';
import { verifyJwt } from './jwt.ts';
import { type LogWriter, redactPathForLog } from '../errors/log-entry.ts';

export type ApiKeyRole = 'anon' | 'service_role';

/**
 * The role of an opaque key, or of a legacy one: a JWT of this server with the role `anon` or `service_role`. Undefined
 * for access tokens of users.
 */
function keyRole(key: string, keys: BackendKeys): ApiKeyRole | undefined {
  return roleOfOpaqueKey(key, keys) ?? legacyKeyRole(key, keys);
}

/** Compared in constant time, never parsed as a token. */
export function roleOfOpaqueKey(key: string, keys: BackendKeys): ApiKeyRole | undefined {
  if (sameText(key, keys.publishableKey)) return 'anon';
  if (acceptedSecrets(keys, 'SECRET_KEY').some((known) => sameText(key, known))) return 'service_role';
  return undefined;
}

/**
 * Read from the `apikey` header, else `?apikey=`, else a bearer that is itself a key, because some clients send only
 * that. Throws 401 if it is missing or invalid.
 */
export function resolveApiKey(
  request: Request,
  keys: BackendKeys,
  bearer: string | undefined,
): { key: string; role: ApiKeyRole } {
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

function legacyKeyRole(key: string, keys: BackendKeys): ApiKeyRole | undefined {
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

/**
 * Undefined if the header is missing or empty. Throws 401 for another scheme: a request that tries to authenticate must
 * not be treated as anonymous.
 */
export function readBearerToken(request: Request): string | undefined {
  const header = request.headers.get('authorization')?.trim();
  if (!header) return undefined;
  const token = /^bearer +(\S+)$/i.exec(header)?.[1];
  if (token) return token;
  throw new BackendError({
    status: 401,
    code: 'PGRST301',
    message: 'The Authorization header must have the form "Bearer <token>"',
    hint: 'Sign in again, or send the request without an Authorization header.',
    headers: { 'www-authenticate': 'Bearer' },
  });
}

/**
 * Logs use of the secret key from outside, because it bypasses policies, and use of a replaced key, because its user
 * needs the new one. Returns the response.
 */
export function logSecretKeyUse(
  request: Request,
  keys: BackendKeys,
  log: LogWriter,
  response: Response,
): Response {
  if (carriesSecretKey(request, keys)) {
    const path = redactPathForLog(new URL(request.url).pathname);
    const { status } = response;
    const code = carriesSecretKey(request, { ...keys, retired: [] }) ? 'secret_key' : 'retired_secret_key';
    log({ level: 'info', event: 'key.used', code, method: request.method, path, status });
  }
  return response;
}

/** A legacy key, which is a token, is accepted only as the API key. */
function carriesSecretKey({ headers }: Request, keys: BackendKeys): boolean {
  const key = headers.get('apikey') ?? '';
  const bearer = (headers.get('authorization') ?? '').replace(/^bearer +/i, '');
  return keyRole(key, keys) === 'service_role' || roleOfOpaqueKey(bearer, keys) === 'service_role';
}
