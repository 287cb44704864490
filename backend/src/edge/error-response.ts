import type { Context } from 'hono';
import { BackendError } from '../errors/backend-error.ts';
import { type Log, loggedPath } from '../errors/log-entry.ts';
import { requestId } from '../errors/request-id.ts';
import { serviceOf, type ServiceName } from './service.ts';

const authVersionHeader = 'x-supabase-api-version';

/** Only for the log: the client is gone. */
const aborted = { status: 499, code: 'request_abandoned', message: 'The caller went away' };

export function respondNotFound(c: Context): Response {
  const message = `No endpoint ${c.req.path}: the protocol is served under /rest/v1, /auth/v1 and their neighbours`;
  return errorResponse(c, new BackendError({ status: 404, code: 'not_found', message }));
}

/** For errors that no service has rendered. */
export function respondToError(log: Log): (error: Error, c: Context) => Response {
  return (error, c) => {
    if (error instanceof BackendError) return errorResponse(c, error);
    const id = requestId(c.req.raw);
    if (c.req.raw.signal.aborted) return errorResponse(c, new BackendError(aborted));
    // The message may contain values of a row, so it is not logged.
    log({
      level: 'error',
      event: 'request.failed',
      requestId: id,
      path: loggedPath(c.req.path),
      code: (error as { code?: string }).code ?? error.name,
      message:
        error.stack
          ?.split('\n')
          .find((line) => line.trimStart().startsWith('at '))
          ?.trim() ?? '',
    });
    const message = `The server failed to respond. Its log names the cause under the request id ${id}.`;
    return errorResponse(c, new BackendError({ status: 500, code: 'internal_error', message }));
  };
}

/** In the form that the client of the path's service reads. */
function errorResponse(c: Context, error: BackendError): Response {
  const service = serviceOf(c.req.path);
  const request = c.req.raw;
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
