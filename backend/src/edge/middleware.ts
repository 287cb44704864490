// Middleware that Hono runs for every request, whichever service responds.
import type { Context, MiddlewareHandler } from 'hono';
import { BackendError } from '../errors/backend-error.ts';
import { isBufferedResponse, isLargeResponse, streamLargeResponse } from './responses.ts';
import { type LogWriter, firstStackFrame, redactPathForLog, type LogEntry } from '../errors/log-entry.ts';
import { requestIdOf } from '../errors/request-id.ts';
import { clientIpKey } from '../limits/client-ip-key.ts';
import { createFairSemaphore, type FairSemaphore } from '../limits/fair-semaphore.ts';
import { eventLoopPacer } from '../limits/event-loop-pacer.ts';
import { remoteAddress } from './client-address.ts';
import { createUnsentByteBudget, type HoldUnsentBytes } from './unsent-bytes.ts';

const mebibyte = 1024 * 1024;

export const serviceNames = ['rest', 'auth', 'storage', 'realtime', 'functions'] as const;
export type ServiceName = (typeof serviceNames)[number];

/** Handles a request with its full URL. */
export type ServiceHandler = (request: Request) => Promise<Response>;

export type ServiceHandlers = Partial<Record<ServiceName, ServiceHandler>>;

/**
 * @example
 *   serviceNameOf('/rest/v1/books') // 'rest'
 *   serviceNameOf('/auth/v1') // 'auth'
 *   serviceNameOf('/rest/v1?a=b') // 'rest'
 *   serviceNameOf('/restful') // undefined
 */
export function serviceNameOf(path: string): ServiceName | undefined {
  return /^\/(rest|auth|storage|realtime|functions)\/v1(?:[/?]|$)/.exec(path)?.[1] as ServiceName | undefined;
}

export function createServiceRoute(
  name: ServiceName,
  service: ServiceHandler | undefined,
): (c: Context) => Promise<Response> {
  return async (c) => {
    if (service === undefined) {
      const message = `This server does not offer /${name}/v1 yet`;
      throw new BackendError({ status: 501, code: 'not_implemented', message });
    }
    const response = await service(c.req.raw);
    // The headers of a response from fetch may be immutable, and the edge sets more.
    return isBufferedResponse(response) ? response : new Response(response.body, response);
  };
}

const methods = 'GET, POST, PUT, PATCH, DELETE, OPTIONS';
const requestHeaders =
  'authorization, x-client-info, apikey, content-type, accept-profile, content-profile, prefer, range, range-unit, ' +
  'x-supabase-api-version, x-upsert, x-region, traceparent, tracestate, baggage';
const exposed =
  'content-range, content-location, preference-applied, location, retry-after, x-total-count, link, ' +
  'x-supabase-api-version, x-request-id, x-relay-error, accept-ranges, content-disposition, etag, x-transformations';

/**
 * Allows every origin, because keys and tokens authenticate, never a cookie. Responds to preflights, which contain no
 * key; functions respond to theirs.
 */
export function handleCors(services: ServiceHandlers): MiddlewareHandler {
  return async (c, next) => {
    const isPreflight = c.req.method === 'OPTIONS';
    if (isPreflight && !(services.functions && serviceNameOf(c.req.path) === 'functions')) {
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
  // Clients may send additional headers.
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

const authVersionHeader = 'x-supabase-api-version';

/** Only logged, because the client has disconnected. */
const aborted = { status: 499, code: 'request_abandoned', message: 'The caller went away' };

export function respondNotFound(c: Context): Response {
  const message = `No endpoint ${c.req.path}: the protocol is served under /rest/v1, /auth/v1 and their neighbours`;
  return errorResponse(c, new BackendError({ status: 404, code: 'not_found', message }));
}

/** For errors that no service has rendered. */
export function createErrorHandler(log: LogWriter): (error: Error, c: Context) => Response {
  return (error, c) => {
    if (error instanceof BackendError) return errorResponse(c, error);
    const id = requestIdOf(c.req.raw);
    if (c.req.raw.signal.aborted) return errorResponse(c, new BackendError(aborted));
    log({
      level: 'error',
      event: 'request.failed',
      requestId: id,
      path: redactPathForLog(c.req.path),
      code: (error as { code?: string }).code ?? error.name,
      message: firstStackFrame(error),
    });
    const message = `The server failed to respond. Its log names the cause under the request id ${id}.`;
    return errorResponse(c, new BackendError({ status: 500, code: 'internal_error', message }));
  };
}

/** Renders the error in the form that clients of the path's service expect. */
function errorResponse(c: Context, error: BackendError): Response {
  const service = serviceNameOf(c.req.path);
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

/** Logs each request, and adds the request id to its response. */
export function logRequestsAndSetRequestId(log: LogWriter): MiddlewareHandler {
  return async (c, next) => {
    const started = performance.now();
    await next();
    const id = requestIdOf(c.req.raw);
    c.res.headers.set('x-request-id', id);
    log({
      ...levelAndEvent(c.res.status, serviceNameOf(c.req.path)),
      requestId: id,
      method: c.req.method,
      path: redactPathForLog(c.req.path),
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

export interface SecurityAndCacheHeaderOptions {
  /** The URL that clients use; with https, HSTS is set. */
  publicUrl: string;
  /** This key is public; any other key or token identifies the caller. */
  publishableKey: string;
}

const servesForeignContent = new Set<ServiceName | undefined>(['storage', 'functions']);

export function setSecurityAndCacheHeaders({
  publicUrl,
  publishableKey,
}: SecurityAndCacheHeaderOptions): MiddlewareHandler {
  const isHttps = publicUrl.startsWith('https:');
  return async (c, next) => {
    await next();
    const { headers } = c.res;
    const service = serviceNameOf(c.req.path);
    headers.set('x-content-type-options', 'nosniff');
    if (isHttps) headers.set('strict-transport-security', 'max-age=31536000; includeSubDomains');
    // Content that users uploaded must not run scripts on our origin.
    if (servesForeignContent.has(service))
      headers.set('content-security-policy', "sandbox; default-src 'none'");
    // Responses of storage, functions and the key set have their own cache-control.
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

/** Limits requests from outside this process. */
export interface RequestLimits {
  /** Limits database use: slow requests must not block this process's own pages, nor one address the others. */
  semaphore: FairSemaphore;
  /** Large bodies that are parsed at a time. */
  largeBodies: FairSemaphore;
  /** Limits large responses in progress, because each is in memory until it is read. */
  holdLargeResponse: HoldUnsentBytes;
}

export function createRequestLimits(): RequestLimits {
  return {
    semaphore: createFairSemaphore({ slots: 7, slotsPerKey: 5, timeoutMs: 10_000, maxQueue: 1_000 }),
    largeBodies: createFairSemaphore({ slots: 1, slotsPerKey: 1, timeoutMs: 30_000, maxQueue: 16 }),
    // Twice and four times the largest response.
    holdLargeResponse: createUnsentByteBudget({ addressBytes: 128 * mebibyte, totalBytes: 256 * mebibyte }),
  };
}

/** Requests made inside this process need no slot. */
export async function acquireExternalRequestSlot(
  semaphore: FairSemaphore,
  request: Request,
): Promise<() => void> {
  const address = remoteAddress(request);
  return address === undefined ? () => {} : semaphore.acquire(clientIpKey(address), request.signal);
}

/** While visitors read pages, requests from outside start only when the event loop has time for them. */
export const paceRequests: MiddlewareHandler = async (c, next) => {
  const address = remoteAddress(c.req.raw);
  if (address !== undefined) await eventLoopPacer.enter(clientIpKey(address), c.req.raw.signal);
  return next();
};

export function limitUnreadLargeResponses(hold: HoldUnsentBytes): MiddlewareHandler {
  return async (c, next) => {
    await next();
    const address = remoteAddress(c.req.raw);
    if (address === undefined || !isLargeResponse(c.res)) return;
    // What a request has changed stays changed: refused, it might be sent again.
    const mayRefuse = c.req.method === 'GET' || c.req.method === 'HEAD';
    const response = c.res;
    // Reset first, because Hono would copy the headers of this response to its replacement.
    c.res = undefined;
    c.res = await streamLargeResponse(response, (cut) => hold(address, { cut, mayRefuse }));
  };
}
