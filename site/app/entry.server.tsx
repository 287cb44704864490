import { renderToString } from 'react-dom/server';
import {
  isRouteErrorResponse,
  ServerRouter,
  type EntryContext,
  type RouterContextProvider,
} from 'react-router';
import { backendContext } from './data/backend-context.ts';
import beforePaint from './hydration/before-paint.js?inline-script';
import { HandoffProvider, takeHandoff } from './hydration/handoff.tsx';
import { contentSecurityPolicy } from './hydration/policy.server.ts';
import { artMarkup } from './art/art-markup.ts';
import { ArtRenderer } from './art/art-renderer.ts';

export const streamTimeout = 5_000;

/**
 * Renders a whole document. No page waits for data while it is rendered (so that it is complete without scripts), so
 * there is nothing to stream: as one text it costs half.
 */
export default async function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  context: EntryContext,
  loadContext: RouterContextProvider,
): Promise<Response> {
  headers.set('content-type', 'text/html; charset=utf-8');
  // A page that is not there is nothing to list, whatever its markup says.
  if (status >= 400) headers.set('x-robots-tag', 'noindex');
  if (status === 503) headers.set('cache-control', 'no-store');
  if (!import.meta.env.DEV) {
    headers.set(
      'content-security-policy',
      contentSecurityPolicy(loadContext.get(backendContext).publicOrigin),
    );
  }
  keepOnlyMatches(context);
  const handoff = await takeHandoff(context, beforePaint);
  const html = renderToString(
    <HandoffProvider value={handoff}>
      <ArtRenderer value={artMarkup}>
        <ServerRouter context={context} url={request.url} />
      </ArtRenderer>
    </HandoffProvider>,
  );
  return new Response(`<!DOCTYPE html>${html}`, { status, headers });
}

/** The router makes a tree of all routes that it is told of, for every page anew: it is told of this page's alone. */
function keepOnlyMatches(context: EntryContext): void {
  const { manifest, staticHandlerContext } = context;
  const routes = staticHandlerContext.matches.map(({ route }) => [route.id, manifest.routes[route.id]]);
  context.manifest = { ...manifest, routes: Object.fromEntries(routes) };
}

/** Refusals (404 and the like) are answers, not breakage; what is left is logged. */
export function handleError(error: unknown, { request }: { request: Request }): void {
  if (request.signal.aborted || isRouteErrorResponse(error) || error instanceof Response) return;
  console.error(error);
}
