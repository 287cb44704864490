import { BackendError } from '../errors/backend-error.ts';

/**
 * Undefined when the header is absent or empty. Throws 401 for another scheme: a request that tries to authenticate
 * must not be served as anonymous.
 */
export function readBearer(request: Request): string | undefined {
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
