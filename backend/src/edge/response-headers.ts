import type { MiddlewareHandler } from 'hono';
import { serviceOf } from './service.ts';
import type { ServiceName } from './service.ts';

export interface ResponseHeaderOptions {
  /** As clients see it; https sets HSTS. */
  publicUrl: string;
  /** Known to everybody; any other key or token identifies the caller. */
  publishableKey: string;
}

const servesForeignContent = new Set<ServiceName | undefined>(['storage', 'functions']);

export function setResponseHeaders({ publicUrl, publishableKey }: ResponseHeaderOptions): MiddlewareHandler {
  const isHttps = publicUrl.startsWith('https:');
  return async (c, next) => {
    await next();
    const { headers } = c.res;
    const service = serviceOf(c.req.path);
    headers.set('x-content-type-options', 'nosniff');
    if (isHttps) headers.set('strict-transport-security', 'max-age=31536000; includeSubDomains');
    // Content of other people must run nothing on our origin.
    if (servesForeignContent.has(service))
      headers.set('content-security-policy', "sandbox; default-src 'none'");
    // Files, functions and the key set choose their own.
    if (!headers.has('cache-control') && identifiesCaller(c.req.raw, publishableKey))
      headers.set('cache-control', 'no-store');
  };
}

function identifiesCaller(request: Request, publishableKey: string): boolean {
  const bearer = request.headers.get('authorization');
  if (bearer !== null && bearer !== `Bearer ${publishableKey}`) return true;
  const key = request.headers.get('apikey');
  if (key !== null) return key !== publishableKey;
  return request.url.includes('apikey=') && !request.url.includes(`apikey=${publishableKey}`);
}
