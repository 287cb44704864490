import type { IncomingMessage, ServerResponse } from 'node:http';
import { getRequestListener, type HttpBindings } from '@hono/node-server';
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response';
import { RenderRefused, refusalWords, type AdmitRender, type Refusal } from './admit-render.ts';
import { withinBodyLimit } from './body-limit.ts';
import { chooseEncoding, compress, isCompressible } from './encoding.ts';
import { oneSpelling } from './one-spelling.ts';
import type { PageCache } from './page-cache.ts';

export interface SiteHandlerOptions {
  /** The router, as web standard request to response; sees every request that is not a public page's GET. */
  render: (request: Request, incoming: IncomingMessage) => Promise<Response>;
  pages: PageCache;
  siteUrl: string;
  /** On the answers that are made here; `render` brings its own. */
  headers: Record<string, string>;
  /** What one visitor may have rendered; without it, everything. */
  admit?: AdmitRender;
}

/** Why no page can be rendered, as status and words; null when one can. */
function refusalOf({ method, url = '' }: IncomingMessage): [status: number, words: string] | null {
  if (method === 'TRACE') return [405, 'This method is not offered here.\n'];
  // The database holds no text with this character, so nothing can have this address.
  if (/^[^?]*%00/.test(url)) return [404, 'There is nothing at this address.\n'];
  return null;
}

/** A question that brings no body. One to a proxy, with a whole address in it, is none. */
function isRead({ method, url }: IncomingMessage): boolean {
  return (method === 'GET' || method === 'HEAD') && url?.startsWith('/') === true;
}

/** The body of an answer, in one piece: a rendered page brings its text (app/hydration/whole-page.server.ts). */
async function bodyOf(response: Response): Promise<Buffer<ArrayBuffer>> {
  const { whole } = response as { whole?: unknown };
  return typeof whole === 'string' ? Buffer.from(whole) : Buffer.from(await response.arrayBuffer());
}

/** Writes an answer, compressed where its reader wants it so. */
async function send(request: IncomingMessage, response: Response, outgoing: ServerResponse): Promise<void> {
  const headers: Record<string, string | string[]> = Object.fromEntries(response.headers);
  const cookies = response.headers.getSetCookie();
  if (cookies.length > 0) headers['set-cookie'] = cookies;
  // What is not said to be for everybody is kept by the visitor's own browser at most.
  headers['cache-control'] ??= 'private, no-cache';
  let body = await bodyOf(response);
  const encoding = chooseEncoding(request.headers['accept-encoding']);
  const type = response.headers.get('content-type');
  if (!headers['content-encoding'] && encoding !== 'identity' && isCompressible(type, body.length)) {
    headers['content-encoding'] = encoding;
    headers['vary'] = headers['vary'] ? `${headers['vary']}, accept-encoding` : 'accept-encoding';
    body = await compress(body, encoding, 4);
  }
  const isHead = request.method === 'HEAD';
  if (!isHead && response.status !== 204 && response.status !== 304)
    headers['content-length'] = String(body.length);
  outgoing.writeHead(response.status, headers).end(isHead ? undefined : body);
}

const tooLong = 'That is more than any form of this site takes. Please shorten it.\n';

/** What answers when no built file and no kept page did. */
export function createSiteHandler({ render, pages, siteUrl, headers, admit }: SiteHandlerOptions) {
  const plain = { ...headers, 'content-type': 'text/plain; charset=utf-8' };

  // The address in links and redirects is SITE_URL's, whatever name the request came under.
  async function answerRead(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
    const { url, method = 'GET' } = incoming;
    const request = new Request(siteUrl + url, {
      method,
      headers: incoming.headers as Record<string, string>,
    });
    await send(incoming, await render(request, incoming), outgoing);
  }

  const answerWithBody = getRequestListener(
    async (request, bindings) => {
      const { incoming, outgoing } = bindings as HttpBindings;
      const url = new URL(request.url);
      const bounded = withinBodyLimit(new Request(siteUrl + url.pathname + url.search, request));
      if (bounded === null) return new Response(tooLong, { status: 413, headers: plain });
      await send(incoming, await render(bounded, incoming), outgoing);
      return RESPONSE_ALREADY_SENT;
    },
    { overrideGlobalObjects: false },
  );

  /** Throws where nothing is rendered for this visitor now; else returns what gives the place back. */
  async function enter(request: IncomingMessage): Promise<() => void> {
    const admitted = (await admit?.(request)) ?? (() => {});
    if (typeof admitted !== 'function') throw new RenderRefused(admitted);
    return admitted;
  }

  function refuse(response: ServerResponse, refusal: Refusal): void {
    const retry = { 'retry-after': String(refusal.seconds), 'cache-control': 'no-store' };
    response.writeHead(refusal.status, { ...plain, ...retry }).end(refusalWords(refusal));
  }

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    try {
      if (await pages.render(request, response, () => enter(request))) return;
      const leave = await enter(request);
      try {
        await (isRead(request) ? answerRead : answerWithBody)(request, response);
      } finally {
        leave();
      }
    } catch (error) {
      if (error instanceof RenderRefused) {
        refuse(response, error.refusal);
        return;
      }
      console.error(error);
      if (!response.headersSent) response.writeHead(500, plain);
      response.end('Something went wrong on our end. Please try again in a minute.\n');
    }
  }

  return (request: IncomingMessage, response: ServerResponse): void => {
    const refusal = refusalOf(request);
    if (refusal) {
      response.writeHead(refusal[0], plain).end(refusal[1]);
      return;
    }
    const clean = isRead(request) ? oneSpelling(request.url ?? '/') : null;
    if (clean !== null) {
      response.writeHead(301, { ...headers, location: clean, 'cache-control': 'public, max-age=3600' }).end();
      return;
    }
    void answer(request, response);
  };
}
