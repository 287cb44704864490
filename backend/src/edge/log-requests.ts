import type { MiddlewareHandler } from 'hono';
import { type Log, type LogEntry, loggedPath } from '../errors/log-entry.ts';
import { requestId } from '../errors/request-id.ts';
import { serviceOf, type ServiceName } from './service.ts';

/** Also sets the request id of each response. */
export function logRequests(log: Log): MiddlewareHandler {
  return async (c, next) => {
    const started = performance.now();
    await next();
    const id = requestId(c.req.raw);
    c.res.headers.set('x-request-id', id);
    log({
      ...levelAndEvent(c.res.status, serviceOf(c.req.path)),
      requestId: id,
      method: c.req.method,
      path: loggedPath(c.req.path),
      status: c.res.status,
      durationMs: Math.round(performance.now() - started),
    });
  };
}

/** Auth logs its own denials, with the reason. */
function levelAndEvent(status: number, service: ServiceName | undefined): Pick<LogEntry, 'level' | 'event'> {
  const isDenial = status === 401 || status === 403 || status === 429;
  if (isDenial && service !== 'auth') return { level: 'warn', event: 'request.denied' };
  return { level: status >= 500 && status !== 501 ? 'error' : 'info', event: 'request.completed' };
}
