import type { MiddlewareHandler } from 'hono';
import { serviceOf } from './service.ts';
import type { Services } from './service.ts';

const methods = 'GET, POST, PUT, PATCH, DELETE, OPTIONS';
const requestHeaders =
  'authorization, x-client-info, apikey, content-type, accept-profile, content-profile, prefer, range, range-unit, ' +
  'x-supabase-api-version, x-upsert, x-region, traceparent, tracestate, baggage';
const exposed =
  'content-range, content-location, preference-applied, location, retry-after, x-total-count, link, ' +
  'x-supabase-api-version, x-request-id, x-relay-error, accept-ranges, content-disposition, etag, x-transformations';

/**
 * Allows every origin, because keys and tokens authenticate, never a cookie. Responds to preflights, which carry no
 * key; a function responds to its own.
 */
export function cors(services: Services): MiddlewareHandler {
  return async (c, next) => {
    const isPreflight = c.req.method === 'OPTIONS';
    if (isPreflight && !(services.functions && serviceOf(c.req.path) === 'functions')) {
      const response = preflightResponse(c.req.raw);
      setCorsHeaders(response.headers);
      return response;
    }
    await next();
    setCorsHeaders(c.res.headers);
    return undefined;
  };
}

function setCorsHeaders(headers: Headers): void {
  if (headers.has('access-control-allow-origin')) return;
  headers.set('access-control-allow-origin', '*');
  headers.set('access-control-expose-headers', exposed);
}

function preflightResponse(request: Request): Response {
  // Clients may send headers of their own.
  const requested = request.headers.get('access-control-request-headers') ?? '';
  const extra = /^[\w\-, ]{1,1000}$/.test(requested) ? `, ${requested}` : '';
  return new Response(null, {
    status: 204,
    headers: {
      'access-control-allow-methods': methods,
      'access-control-allow-headers': requestHeaders + extra,
      'access-control-max-age': '3600',
      vary: 'access-control-request-headers',
    },
  });
}
