const methods = 'GET, POST, PUT, PATCH, DELETE, OPTIONS';
const requestHeaders =
  'authorization, x-client-info, apikey, content-type, accept-profile, content-profile, prefer, range, range-unit, ' +
  'x-supabase-api-version, x-upsert, x-region, traceparent, tracestate, baggage';
const exposed =
  'content-range, content-location, preference-applied, location, retry-after, x-total-count, link, ' +
  'x-supabase-api-version, x-request-id, x-relay-error, accept-ranges, content-disposition, etag, x-transformations';

/** Every answer may be read from any origin: the key and the token decide, never a cookie. A function may say otherwise. */
export function setCorsHeaders(headers: Headers): void {
  if (headers.has('access-control-allow-origin')) return;
  headers.set('access-control-allow-origin', '*');
  headers.set('access-control-expose-headers', exposed);
}

/** Answers a browser's question before the real request; needs no key. */
export function preflightResponse(request: Request): Response {
  // A client may send headers of its own, so those it asks for are allowed besides the protocol's.
  const asked = request.headers.get('access-control-request-headers') ?? '';
  const extra = /^[\w\-, ]{1,1000}$/.test(asked) ? `, ${asked}` : '';
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
