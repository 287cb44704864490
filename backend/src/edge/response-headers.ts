import type { ServiceName } from './service.ts';

export interface ResponseHeaderOptions {
  /** The address visitors use: over https, browsers are to come by https alone. */
  publicUrl: string;
  /** The key that everybody has; any other key or token says who is asking. */
  publishableKey: string;
}

/** Services that hand out what other people wrote. */
const foreign = new Set<ServiceName | undefined>(['storage', 'functions']);

/** Files that their own cache-control speaks for: they are for everybody, or for whoever has the link. */
const openFile = /^\/storage\/v1\/(?:object|render\/image)\/(?:public|sign)\//;

/** Sets what every answer carries, whichever service made it. */
export function setResponseHeaders(
  { headers }: Response,
  request: Request,
  path: string,
  service: ServiceName | undefined,
  { publicUrl, publishableKey }: ResponseHeaderOptions,
): void {
  headers.set('x-content-type-options', 'nosniff');
  if (publicUrl.startsWith('https:')) {
    headers.set('strict-transport-security', 'max-age=31536000; includeSubDomains');
  }
  // What others wrote runs nothing on our origin, should a browser ever show it: no script, no form, no frame.
  if (foreign.has(service)) headers.set('content-security-policy', "sandbox; default-src 'none'");
  if (namesCaller(request, publishableKey)) keepFromCaches(headers, request.method, path, service);
}

function keepFromCaches(
  headers: Headers,
  method: string,
  path: string,
  service: ServiceName | undefined,
): void {
  if ((method === 'GET' || method === 'HEAD') && openFile.test(path)) return;
  // A function, and the set of keys, say for themselves how long they keep.
  if (service !== 'storage' && headers.has('cache-control')) return;
  headers.set('cache-control', 'no-store');
}

/** Whether a request carries a key or token besides the one that everybody has. */
function namesCaller(request: Request, publishableKey: string): boolean {
  const bearer = request.headers.get('authorization');
  if (bearer !== null && bearer !== `Bearer ${publishableKey}`) return true;
  const key = request.headers.get('apikey');
  if (key !== null) return key !== publishableKey;
  return request.url.includes('apikey=') && !request.url.includes(`apikey=${publishableKey}`);
}
