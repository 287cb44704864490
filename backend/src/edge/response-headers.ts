import type { MiddlewareHandler } from 'hono';
import { serviceOf } from './service.ts';
import type { ServiceName } from './service.ts';

export interface ResponseHeaderOptions {
  /** The URL that clients use: over https, browsers must keep to https. */
  publicUrl: string;
  /** The key that everybody has; any other key or token identifies the caller. */
  publishableKey: string;
}

/** Services that serve content of other people. */
const servesForeignContent = new Set<ServiceName | undefined>(['storage', 'functions']);

/** Files with their own cache-control: public, or for those who have the link. */
const openFile = /^\/storage\/v1\/(?:object|render\/image)\/(?:public|sign)\//;

/** Sets what every response carries, whichever service made it. */
export function setResponseHeaders({ publicUrl, publishableKey }: ResponseHeaderOptions): MiddlewareHandler {
  const isHttps = publicUrl.startsWith('https:');
  return async (c, next) => {
    await next();
    const { headers } = c.res;
    const service = serviceOf(c.req.path);
    headers.set('x-content-type-options', 'nosniff');
    if (isHttps) headers.set('strict-transport-security', 'max-age=31536000; includeSubDomains');
    // Foreign content runs nothing on our origin, should a browser ever show it: no script, no form, no frame.
    if (servesForeignContent.has(service))
      headers.set('content-security-policy', "sandbox; default-src 'none'");
    if (identifiesCaller(c.req.raw, publishableKey)) {
      preventCaching(headers, c.req.method, c.req.path, service);
    }
  };
}

function preventCaching(
  headers: Headers,
  method: string,
  path: string,
  service: ServiceName | undefined,
): void {
  if ((method === 'GET' || method === 'HEAD') && openFile.test(path)) return;
  // Functions and the key set decide themselves how long they are cached.
  if (service !== 'storage' && headers.has('cache-control')) return;
  headers.set('cache-control', 'no-store');
}

/** Whether a request carries a key or token besides the publishable key. */
function identifiesCaller(request: Request, publishableKey: string): boolean {
  const bearer = request.headers.get('authorization');
  if (bearer !== null && bearer !== `Bearer ${publishableKey}`) return true;
  const key = request.headers.get('apikey');
  if (key !== null) return key !== publishableKey;
  return request.url.includes('apikey=') && !request.url.includes(`apikey=${publishableKey}`);
}
