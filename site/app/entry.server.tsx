import { PassThrough } from 'node:stream';
import { text } from 'node:stream/consumers';
import { renderToPipeableStream } from 'react-dom/server';
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
import { chartMarkup } from './ui/chart/chart-markup.ts';
import { ChartPen } from './ui/chart/chart-pen.ts';

export const streamTimeout = 5_000;

/** Renders a whole document: public pages hold no deferred data, so that they are complete without scripts. */
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
  if (!import.meta.env.DEV) {
    headers.set(
      'content-security-policy',
      contentSecurityPolicy(loadContext.get(backendContext).publicOrigin),
    );
  }
  const handoff = await takeHandoff(context, beforePaint);
  const page = new PassThrough();
  let failure: unknown;
  const { pipe } = renderToPipeableStream(
    <HandoffProvider value={handoff}>
      <ChartPen value={chartMarkup}>
        <ServerRouter context={context} url={request.url} />
      </ChartPen>
    </HandoffProvider>,
    {
      // React would move large Suspense content into inline scripts otherwise.
      progressiveChunkSize: Number.POSITIVE_INFINITY,
      onAllReady: () => pipe(page),
      onShellError: (error) => page.destroy(error instanceof Error ? error : new Error(String(error))),
      onError: (error) => {
        failure = error;
      },
    },
  );
  const html = await text(page);
  if (failure !== undefined) {
    console.error(failure);
    return new Response(html, { status: 500, headers });
  }
  return new Response(html, { status, headers });
}

/** Refusals (404 and the like) are answers, not breakage; what is left is logged. */
export function handleError(error: unknown, { request }: { request: Request }): void {
  if (request.signal.aborted || isRouteErrorResponse(error) || error instanceof Response) return;
  console.error(error);
}
