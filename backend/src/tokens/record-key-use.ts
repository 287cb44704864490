import type { Log } from '../errors/log-entry.ts';
import { loggedPath } from '../errors/logged-path.ts';
import type { Keys } from './keys.ts';
import { keyRole, opaqueKeyRole } from './resolve-key.ts';

/**
 * Logs use of the secret key from outside, because it bypasses policies; use of a replaced key too, because
 * who still holds it needs the new one. Returns the response.
 */
export function recordKeyUse(request: Request, keys: Keys, log: Log, response: Response): Response {
  if (carriesSecretKey(request, keys)) {
    const path = loggedPath(new URL(request.url).pathname);
    const { status } = response;
    const code = carriesSecretKey(request, { ...keys, retired: [] }) ? 'secret_key' : 'retired_secret_key';
    log({ level: 'info', event: 'key.used', code, method: request.method, path, status });
  }
  return response;
}

/** A legacy key, which is a token, counts only as the API key. */
function carriesSecretKey({ headers }: Request, keys: Keys): boolean {
  const key = headers.get('apikey') ?? '';
  const bearer = (headers.get('authorization') ?? '').replace(/^bearer +/i, '');
  return keyRole(key, keys) === 'service_role' || opaqueKeyRole(bearer, keys) === 'service_role';
}
