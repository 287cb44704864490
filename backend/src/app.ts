// Connections are limited before this (edge/connection-limits.ts), request rates by the rules of each service
// (limits/rate-limiter.ts).
import { Hono } from 'hono';
import { limitLargeResponses, paceRequests } from './edge/concurrency-limits.ts';
import type { Slots } from './edge/concurrency-limits.ts';
import { cors } from './edge/cors.ts';
import { respondNotFound, respondToError } from './edge/error-response.ts';
import { logRequests } from './edge/log-requests.ts';
import { setResponseHeaders } from './edge/response-headers.ts';
import type { ResponseHeaderOptions } from './edge/response-headers.ts';
import { serve, serviceNames } from './edge/service.ts';
import type { Services } from './edge/service.ts';
import { limitSizes } from './edge/limit-sizes.ts';
import type { Log } from './errors/log-entry.ts';

export interface AppOptions {
  services: Services;
  ready: () => Promise<void>;
  slots: Slots;
  /** Whether nobody has signed in for it; a key that is refused counts. */
  isAnonymous: (request: Request) => boolean;
  responseHeaders: ResponseHeaderOptions;
  log: Log;
}

export function createApp({ services, ready, slots, isAnonymous, responseHeaders, log }: AppOptions): Hono {
  const app = new Hono();
  app.use(logRequests(log));
  app.use(setResponseHeaders(responseHeaders));
  app.use(cors(services));

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
        app.use(path, limitSizes(name, isAnonymous));
        if (name === 'rest') app.use(path, limitLargeResponses(slots.largeResponses));
      }
      app.all(path, serve(name, service));
    }
  }

  app.notFound(respondNotFound);
  app.onError(respondToError(log));
  return app;
}
