// The map of the server: which path is answered by whom, and what holds for every answer.
import { Hono } from 'hono';
import type { Context } from 'hono';
import { BackendError } from './errors/backend-error.ts';
import type { Log, LogEntry } from './errors/log-entry.ts';
import { requestId } from './errors/request-id.ts';
import { setResponseHeaders } from './edge/response-headers.ts';
import type { ResponseHeaderOptions } from './edge/response-headers.ts';
import { setCorsHeaders, preflightResponse } from './edge/cors.ts';
import { errorResponse } from './edge/error-response.ts';
import { loggedPath } from './errors/logged-path.ts';
import { serviceOf } from './edge/service.ts';
import type { Service, ServiceName } from './edge/service.ts';
import { mayHaveLargeBody, enforceSizeLimits } from './edge/size-limits.ts';
import { isBuffered } from './edge/buffered-response.ts';

export interface AppParts {
  services: Partial<Record<ServiceName, Service>>;
  /** Resolves when the database answers. */
  ready: () => Promise<void>;
  /** Waits for a place for a request whose body may be large, and answers the function that gives it back. */
  receiveLarge?: (request: Request) => Promise<() => void>;
  answerHeaders: ResponseHeaderOptions;
  log: Log;
}

/** For the log alone: whoever asked is gone. */
const abandoned = { status: 499, code: 'request_abandoned', message: 'The caller went away' };

/** Mounts the services on their paths. */
export function createApp({ services, ready, receiveLarge, answerHeaders, log }: AppParts): Hono {
  const app = new Hono();

  app.use(async (c, next) => {
    const started = performance.now();
    await next();
    setCorsHeaders(c.res.headers);
    setResponseHeaders(c.res, c.req.raw, c.req.path, serviceOf(c.req.path), answerHeaders);
    c.res.headers.set('x-request-id', requestId(c.req.raw));
    log({
      ...kindOf(c.res.status, serviceOf(c.req.path)),
      requestId: requestId(c.req.raw),
      method: c.req.method,
      path: loggedPath(c.req.path),
      status: c.res.status,
      durationMs: Math.round(performance.now() - started),
    });
  });

  app.get('/healthz', (c) => c.json({ status: 'ok' }));
  app.get('/readyz', async (c) => {
    await ready();
    return c.json({ status: 'ready' });
  });

  for (const name of ['rest', 'auth', 'storage', 'realtime', 'functions'] as const) {
    const answer = async (c: Context): Promise<Response> => {
      const leave = mayHaveLargeBody(name, c.req.raw) ? await receiveLarge?.(c.req.raw) : undefined;
      try {
        return await serve(c, name, services[name]);
      } finally {
        leave?.();
      }
    };
    app.all(`/${name}/v1/*`, answer);
    app.all(`/${name}/v1`, answer);
  }

  app.notFound((c) => {
    if (c.req.method === 'OPTIONS') return preflightResponse(c.req.raw);
    const message = `Nothing answers ${c.req.path}: the protocol lives under /rest/v1, /auth/v1 and their neighbours`;
    return refuse(c, new BackendError({ status: 404, code: 'not_found', message }));
  });

  app.onError((error, c) => {
    if (error instanceof BackendError) return refuse(c, error);
    const id = requestId(c.req.raw);
    if (c.req.raw.signal.aborted) return refuse(c, new BackendError(abandoned));
    // The message may carry values of a row, so only the kind of error and where it happened are logged.
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
    const message = `The server failed to answer. Its log names the cause under the request id ${id}.`;
    return refuse(c, new BackendError({ status: 500, code: 'internal_error', message }));
  });

  return app;
}

/** What a caller may not do is news; the service of accounts names its refusals itself. */
function kindOf(status: number, service: ServiceName | undefined): Pick<LogEntry, 'level' | 'event'> {
  const isRefusal = status === 401 || status === 403 || status === 429;
  if (isRefusal && service !== 'auth') return { level: 'warn', event: 'request.refused' };
  return { level: status >= 500 && status !== 501 ? 'error' : 'info', event: 'request.answered' };
}

async function serve(c: Context, name: ServiceName, service: Service | undefined): Promise<Response> {
  // A function answers its own preflightResponse; elsewhere it needs neither key nor service.
  if (c.req.method === 'OPTIONS' && !(name === 'functions' && service)) return preflightResponse(c.req.raw);
  if (service === undefined) {
    const message = `This server does not offer /${name}/v1 yet`;
    throw new BackendError({ status: 501, code: 'not_implemented', message });
  }
  const response = await service(await enforceSizeLimits(name, c.req.raw));
  if (isBuffered(response)) return response;
  // A passed-on response may have headers that cannot be changed, and the ones for every answer are still to come.
  return new Response(response.body, response);
}

function refuse(c: Context, error: BackendError): Response {
  return errorResponse(serviceOf(c.req.path), c.req.raw, error);
}
