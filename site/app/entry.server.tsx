// Server entry: renders a page to HTML with its security headers; logs errors of a page.
import { renderToString } from 'react-dom/server';
import {
  isRouteErrorResponse,
  ServerRouter,
  type EntryContext,
  type RouterContextProvider,
} from 'react-router';
import { ServedAgencyProvider } from './agency/use-agency.ts';
import { backendContext } from './data/backend-context.ts';
import { faultLoggerContext, renderedDocumentSlotContext } from './data/request-contexts.ts';
import beforePaint from './hydration/before-paint.js?inline-script';
import { contentSecurityPolicy } from './hydration/content-security-policy.server.ts';
import { HandoffProvider, type EagerHydrationMode } from './hydration/handoff.tsx';
import { extractRouterHandoff } from './hydration/router-internals.ts';
import { renderArtMarkup } from './art/render-art-markup.ts';
import { ArtRendererContext } from './art/contour-art.tsx';

export const streamTimeout = 5_000;

/**
 * Renders a whole document as text, at half the cost of a stream: pages must be complete without scripts, so no page
 * waits for data while rendering.
 */
export default async function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  entry: EntryContext,
  loadContext: RouterContextProvider,
): Promise<Response> {
  headers.set('content-type', 'text/html; charset=utf-8');
  // Error pages are not indexed, whatever their markup says.
  if (status >= 400) headers.set('x-robots-tag', 'noindex');
  if (status === 503) headers.set('cache-control', 'no-store');
  if (!import.meta.env.DEV) {
    headers.set(
      'content-security-policy',
      contentSecurityPolicy(loadContext.get(backendContext).publicOrigin),
    );
  }
  // If false, the root's loader did not run, because an action threw.
  const hasAgency = entry.staticHandlerContext.loaderData['root'] !== undefined;
  const agency = hasAgency ? null : (await loadContext.get(backendContext).agency.read()).agency;
  const { handoff, context } = await extractRouterHandoff(entry, 'public/layout/public-layout');
  const json = JSON.stringify({ ...handoff, agency }).replaceAll('<', '\\u003c');
  const markup = renderToString(
    <HandoffProvider value={{ json, script: beforePaint, now: startOf(context) }}>
      <ServedAgencyProvider value={agency}>
        <ArtRendererContext value={renderArtMarkup}>
          <ServerRouter context={context} url={request.url} />
        </ArtRendererContext>
      </ServedAgencyProvider>
    </HandoffProvider>,
  );
  const html = `<!DOCTYPE html>${markup}`;
  const slot = loadContext.get(renderedDocumentSlotContext);
  if (slot === null) return new Response(html, { status, headers });
  slot.html = html;
  return new Response(null, { status, headers });
}

function startOf({ staticHandlerContext }: EntryContext): EagerHydrationMode | null {
  const handles = staticHandlerContext.matches.map(
    ({ route }) => route.handle as { now?: EagerHydrationMode } | undefined,
  );
  return handles.find((handle) => handle?.now !== undefined)?.now ?? null;
}

/** Responses such as 404 are not logged, only errors. */
export function handleError(
  error: unknown,
  { request, context }: { request: Request; context: Readonly<RouterContextProvider> },
): void {
  if (request.signal.aborted || isRouteErrorResponse(error) || error instanceof Response) return;
  // React Router rejects an invalid origin with these errors; for data requests they have no other mark.
  if (isPlain(error) && /Aborting the action\.$|^Bad Request$/.test(error.message)) return;
  context.get(faultLoggerContext)('page.threw', error);
}

/** Excludes errors of the API, whose messages have other sources. */
function isPlain(error: unknown): error is Error {
  return error instanceof Error && error.constructor === Error;
}
