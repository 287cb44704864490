import type { IncomingMessage, ServerResponse } from 'node:http';
import { getRequestListener, type HttpBindings } from '@hono/node-server';
import { withinBodyLimit } from './body-limit.ts';
import { chooseEncoding, compress, isCompressible } from './encoding.ts';
import type { PageCache } from './page-cache.ts';

export interface SiteHandlerOptions {
  /** The router, as web standard request to response; sees every request that is not a public page's GET. */
  render: (request: Request, incoming: IncomingMessage) => Promise<Response>;
  pages: PageCache;
  siteUrl: string;
  /** On the answers that are made here; `render` brings its own. */
  headers: Record<string, string>;
}

/** `/x/` and `/x` are one page; the address without the slash is the one. Never leaves this origin. */
function withoutTrailingSlash(url: string): string | null {
  const mark = url.indexOf('?');
  const path = mark < 0 ? url : url.slice(0, mark);
  if (path === '/' || !path.endsWith('/')) return null;
  let [start, end] = [0, path.length];
  while (start < end && isSlash(path[start])) start += 1;
  while (end > start && isSlash(path[end - 1])) end -= 1;
  return `/${path.slice(start, end)}${mark < 0 ? '' : url.slice(mark)}`;
}

function isSlash(character: string | undefined): boolean {
  return character === '/' || character === '\\';
}

/** Why no page can be rendered, as status and words; null when one can. */
function refusalOf({ method, url = '' }: IncomingMessage): [status: number, words: string] | null {
  if (method === 'TRACE') return [405, 'This method is not offered here.\n'];
  // The database holds no text with this character, so nothing can have this address.
  if (/^[^?]*%00/.test(url)) return [404, 'There is nothing at this address.\n'];
  return null;
}

async function compressed(request: Request, response: Response): Promise<Response> {
  const type = response.headers.get('content-type');
  if (!response.body || response.headers.has('content-encoding')) return response;
  const body = Buffer.from(await response.arrayBuffer());
  const encoding = chooseEncoding(request.headers.get('accept-encoding') ?? undefined);
  const headers = new Headers(response.headers);
  if (encoding === 'identity' || !isCompressible(type, body.length))
    return new Response(body, { status: response.status, headers });
  headers.set('content-encoding', encoding);
  headers.append('vary', 'accept-encoding');
  return new Response(await compress(body, encoding, 4), { status: response.status, headers });
}

const tooLong = 'That is more than any form of this site takes. Please shorten it.\n';

/** What answers when no built file and no kept page did. */
export function createSiteHandler({ render, pages, siteUrl, headers }: SiteHandlerOptions) {
  const plain = { ...headers, 'content-type': 'text/plain; charset=utf-8' };

  const answerDirectly = getRequestListener(
    async (request, bindings) => {
      // The address in links and redirects is SITE_URL's, whatever name the request came under.
      const url = new URL(request.url);
      const bounded = withinBodyLimit(new Request(siteUrl + url.pathname + url.search, request));
      if (bounded === null) return new Response(tooLong, { status: 413, headers: plain });
      const response = await render(bounded, (bindings as HttpBindings).incoming);
      // What is not said to be for everybody is kept by the visitor's own browser at most.
      if (!response.headers.has('cache-control')) response.headers.set('cache-control', 'private, no-cache');
      return compressed(request, response);
    },
    { overrideGlobalObjects: false },
  );

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    try {
      if (!(await pages.render(request, response))) await answerDirectly(request, response);
    } catch (error) {
      console.error(error);
      if (!response.headersSent) response.writeHead(500, plain);
      response.end('Something broke on our side. Please try again in a minute.\n');
    }
  }

  return (request: IncomingMessage, response: ServerResponse): void => {
    const refusal = refusalOf(request);
    if (refusal) {
      response.writeHead(refusal[0], plain).end(refusal[1]);
      return;
    }
    const clean = withoutTrailingSlash(request.url ?? '/');
    if (clean !== null && (request.method === 'GET' || request.method === 'HEAD')) {
      response.writeHead(301, { ...headers, location: clean, 'cache-control': 'public, max-age=3600' }).end();
      return;
    }
    void answer(request, response);
  };
}
