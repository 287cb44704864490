// The handler of requests for which there is no built file.
import type { IncomingMessage, ServerResponse } from 'node:http';
import { chooseEncoding, compressBody, isCompressible } from './encoding.ts';
import { canonicalRedirectUrl } from './canonical-redirect-url.ts';
import type { PageCache } from './page-cache.ts';
import { isPrivatePath, tokenPathHeaders } from '../app/seo/private-paths.ts';
import type { RenderedPage } from './rendered-page.ts';
import { serverErrorTexts } from '../app/texts/server-error-texts.ts';

export interface SiteHandlerOptions {
  /** Calls the router, from web standard request to response, for every request that is not a public page's GET. */
  render: (request: Request, incoming: IncomingMessage) => Promise<RenderedPage>;
  pages: PageCache;
  siteUrl: string;
  /** first segments of the site's paths */
  firstSegments: ReadonlySet<string>;
  /** Headers of responses that are created here; those of `render` have their own. */
  headers: Record<string, string>;
  /** Limits the renderings per visitor; undefined: no limit. */
  admit?: RenderSlotProvider;
}

const pageMethods = ['GET', 'HEAD', 'POST', 'OPTIONS'].join(', ');

/** Status and text for a request that no page can serve, or null. */
function explainUnrenderable({ method, url = '' }: IncomingMessage): [status: number, text: string] | null {
  if (method === 'TRACE') return [405, serverErrorTexts.badMethod];
  // Clients do not send the fragment. The renderer would drop it, but each one would be cached as a separate page.
  if (url.includes('#')) return [400, serverErrorTexts.fragment];
  // PostgreSQL cannot store this character in a text, so no record has this address.
  if (/^[^?]*%00/.test(url)) return [404, serverErrorTexts.noSuchAddress];
  return null;
}

/**
 * Whether the request is a GET or HEAD of a path of this site. One with an absolute URL, as sent to a proxy, is
 * excluded.
 */
function isRead({ method, url }: IncomingMessage): boolean {
  return (method === 'GET' || method === 'HEAD') && url?.startsWith('/') === true;
}

/** Also the path and query of an absolute URL; null if it has none, as `*`. */
function pathOf(url: string): string | null {
  if (url.startsWith('/')) return url;
  if (!URL.canParse(url)) return null;
  const { pathname, search } = new URL(url);
  return pathname.startsWith('/') ? pathname + search : null;
}

/** Sends a page, compressed if the client accepts it. */
async function send(request: IncomingMessage, page: RenderedPage, outgoing: ServerResponse): Promise<void> {
  const headers: Record<string, string | string[]> = Object.fromEntries(page.headers);
  const cookies = page.headers.getSetCookie();
  if (cookies.length > 0) headers['set-cookie'] = cookies;
  // By default only the visitor's own browser may store it.
  headers['cache-control'] ??= 'private, no-cache';
  let { body } = page;
  const encoding = chooseEncoding(request.headers['accept-encoding']);
  const type = page.headers.get('content-type');
  if (!headers['content-encoding'] && encoding !== 'identity' && isCompressible(type, body.length)) {
    headers['content-encoding'] = encoding;
    headers['vary'] = headers['vary'] ? `${headers['vary']}, accept-encoding` : 'accept-encoding';
    body = await compressBody(body, encoding, 3);
  }
  const isHead = request.method === 'HEAD';
  if (!isHead && page.status !== 204 && page.status !== 304) headers['content-length'] = String(body.length);
  outgoing.writeHead(page.status, headers).end(isHead ? undefined : body);
}

/** Why a request cannot be rendered now, and when to retry. */
export interface RenderDenial {
  status: 429 | 503;
  seconds: number;
}

/** Handles requests for which there is no built file and no cached page. */
export function createSiteHandler({
  render,
  pages,
  siteUrl,
  firstSegments,
  headers,
  admit,
}: SiteHandlerOptions) {
  const plain = { ...headers, 'content-type': 'text/plain; charset=utf-8' };

  // Links and redirects have the origin of SITE_URL, independent of the Host header.
  async function respondToRead(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
    const { url, method = 'GET' } = incoming;
    const request = new Request(siteUrl + url, {
      method,
      headers: incoming.headers as Record<string, string>,
    });
    await send(incoming, await render(request, incoming), outgoing);
  }

  async function respondWithBody(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
    const path = pathOf(incoming.url ?? '');
    if (path === null) {
      outgoing.writeHead(400, plain).end(`${serverErrorTexts.noSuchAddress}\n`);
      return;
    }
    const body = await readRequestBody(incoming);
    if (body === 'left') return;
    if (body === 'too-long') {
      outgoing.writeHead(413, plain).end(`${serverErrorTexts.tooLong}\n`);
      return;
    }
    const { method = 'GET' } = incoming;
    const request = new Request(siteUrl + path, {
      method,
      headers: incoming.headers as Record<string, string>,
      ...(method !== 'GET' && method !== 'HEAD' && { body }),
    });
    await send(incoming, await render(request, incoming), outgoing);
  }

  /** Throws RenderDenied, or returns the function that releases the slot. */
  async function acquireSlot(request: IncomingMessage): Promise<() => void> {
    const result = (await admit?.(request)) ?? (() => {});
    if (typeof result !== 'function') throw new RenderDenied(result);
    return result;
  }

  function sendDenial(response: ServerResponse, denial: RenderDenial): void {
    const retry = { 'retry-after': String(denial.seconds), 'cache-control': 'no-store' };
    response.writeHead(denial.status, { ...plain, ...retry }).end(`${denialText(denial)}\n`);
  }

  async function respond(request: IncomingMessage, response: ServerResponse): Promise<void> {
    try {
      if (await pages.render(request, response, () => acquireSlot(request))) return;
      const release = await acquireSlot(request);
      try {
        await (isRead(request) ? respondToRead : respondWithBody)(request, response);
      } finally {
        release();
      }
    } catch (error) {
      if (error instanceof RenderDenied) {
        sendDenial(response, error.denial);
        return;
      }
      console.error(error);
      if (!response.headersSent) response.writeHead(500, plain);
      response.end(`${serverErrorTexts.failed}\n`);
    }
  }

  return (request: IncomingMessage, response: ServerResponse): void => {
    // The health check of a load balancer, e.g. `OPTIONS /` of HAProxy.
    if (request.method === 'OPTIONS') {
      response.writeHead(204, { ...headers, allow: pageMethods }).end();
      return;
    }
    const unrenderable = explainUnrenderable(request);
    if (unrenderable) {
      response.writeHead(unrenderable[0], plain).end(`${unrenderable[1]}\n`);
      return;
    }
    const canonical = isRead(request) ? canonicalRedirectUrl(request.url ?? '/', firstSegments) : null;
    if (canonical !== null) {
      const caching = isPrivatePath(canonical.split('?', 1)[0] ?? '')
        ? tokenPathHeaders
        : { 'cache-control': 'public, max-age=3600' };
      response.writeHead(301, { ...headers, ...caching, location: canonical }).end();
      return;
    }
    void respond(request, response);
  };
}

/** Far above what any form or action of the site accepts. Files are sent to /storage/v1, which has its own limits. */
const maxBodyBytes = 1024 * 1024;

/**
 * Reads the whole body before an action runs, so that one that is too long or incomplete does not look like a fault of
 * the action. The part above the limit is not read.
 */
export async function readRequestBody(
  request: IncomingMessage,
  maxBytes = maxBodyBytes,
): Promise<Buffer<ArrayBuffer> | 'too-long' | 'left'> {
  if (Number(request.headers['content-length'] ?? 0) > maxBytes) return 'too-long';
  const chunks: Buffer[] = [];
  let bytes = 0;
  try {
    // Destroying the request would close the connection, which still carries the response.
    for await (const chunk of request.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
      bytes += chunk.length;
      if (bytes > maxBytes) return 'too-long';
      chunks.push(chunk);
    }
  } catch {
    return 'left';
  }
  return request.complete ? Buffer.concat(chunks) : 'left';
}

/** Acquires a render slot: resolves to the function that releases it, or to a denial. */
export type RenderSlotProvider = (request: IncomingMessage) => Promise<(() => void) | RenderDenial>;

/** Thrown through the page cache, so that a denial is neither cached nor shared. */
class RenderDenied extends Error {
  denial: RenderDenial;
  constructor(denial: RenderDenial) {
    super('no render was admitted');
    this.denial = denial;
  }
}

/** The text that a visitor sees in place of a page. */
function denialText({ status, seconds }: RenderDenial): string {
  return status === 429 ? serverErrorTexts.tooManyPages(seconds) : serverErrorTexts.busy(seconds);
}
