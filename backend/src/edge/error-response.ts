import type { BackendError } from '../errors/backend-error.ts';
import type { ServiceName } from './service.ts';

const authVersionHeader = 'x-supabase-api-version';

/**
 * The answer to a request that no service answered (too large, not built, broken), in the form that the client of
 * that service reads. What a service refuses itself, it renders itself.
 */
export function errorResponse(
  service: ServiceName | undefined,
  request: Request,
  error: BackendError,
): Response {
  const headers = new Headers(error.headers);
  headers.set('content-type', 'application/json; charset=utf-8');
  if (service === 'functions') headers.set('x-relay-error', 'true');
  const version = request.headers.get(authVersionHeader);
  if (service === 'auth' && version !== null) headers.set(authVersionHeader, '2024-01-01');
  const body = request.method === 'HEAD' ? null : JSON.stringify(envelope(service, version !== null, error));
  return new Response(body, { status: error.status, headers });
}

function envelope(service: ServiceName | undefined, newAuthForm: boolean, error: BackendError): object {
  const { status, code, message, details, hint } = error;
  switch (service) {
    case 'auth':
      return newAuthForm ? { code, message } : { code: status, error_code: code, msg: message };
    case 'storage':
      return { statusCode: String(status), error: code, message };
    case 'functions':
    case 'realtime':
      return { code, message };
    default:
      return { code, message, details, hint };
  }
}
