// Builds the HTTP app of the backend. The listener limits connections (edge/connections.ts), each service limits
// request rates by its own rules (limits/rate-limiter.ts).
import { Hono } from 'hono';
import {
  limitUnreadLargeResponses,
  paceRequests,
  type RequestLimits,
  handleCors,
  createServiceRoute,
  serviceNames,
  type ServiceHandlers,
  respondNotFound,
  createErrorHandler,
  logRequestsAndSetRequestId,
  setSecurityAndCacheHeaders,
  type SecurityAndCacheHeaderOptions,
} from './edge/middleware.ts';
import { limitUrlAndBodySize } from './edge/body-limits.ts';
import type { LogWriter } from './errors/log-entry.ts';

export interface BackendAppOptions {
  services: ServiceHandlers;
  ready: () => Promise<void>;
  requestLimits: RequestLimits;
  /** Whether the request has only the role `anon`; also true if its key or token is rejected. */
  isUnauthenticated: (request: Request) => boolean;
  responseHeaders: SecurityAndCacheHeaderOptions;
  log: LogWriter;
}

export function createBackendApp({
  services,
  ready,
  requestLimits,
  isUnauthenticated,
  responseHeaders,
  log,
}: BackendAppOptions): Hono {
  const app = new Hono();
  app.use(logRequestsAndSetRequestId(log));
  app.use(setSecurityAndCacheHeaders(responseHeaders));
  app.use(handleCors(services));

  app.get('/healthz', (c) => c.json({ status: 'ok' }));
  app.get('/readyz', async (c) => {
    await ready();
    return c.json({ status: 'ready' });
  });

  for (const name of serviceNames) {
    const service = services[name];
    for (const path of [`/${name}/v1/*`, `/${name}/v1`]) {
      if (service) {
        app.use(path, paceRequests);
        app.use(path, limitUrlAndBodySize(name, isUnauthenticated));
        if (name === 'rest') app.use(path, limitUnreadLargeResponses(requestLimits.holdLargeResponse));
      }
      app.all(path, createServiceRoute(name, service));
    }
  }

  app.notFound(respondNotFound);
  app.onError(createErrorHandler(log));
  return app;
}
