// Renders a page through the React Router handler with its context, security headers.
import type { IncomingMessage } from 'node:http';
import { RouterContextProvider, type RequestHandler } from 'react-router';
import { backendContext } from '../../site/app/data/backend-context.ts';
import {
  renderedDocumentSlotContext,
  type MailAttachmentReader,
  type RenderedDocumentSlot,
  agencyPreviewRendererContext,
  faultLoggerContext,
  mailAttachmentReaderContext,
  visitorContext,
} from '../../site/app/data/request-contexts.ts';
import { tokenPathHeaders, hideTokenInPath } from '../../site/app/seo/private-paths.ts';
import { readRenderedPage, type RenderedPage } from '../../site/server/rendered-page.ts';
import { retryAfterSeconds, securityHeaders } from '../../site/server/security-headers.ts';
import { createRequestFaultLogger } from '../log/create-request-fault-logger.ts';
import type { RunningServer } from '../run-server.ts';
import { identifyVisitor } from './identify-visitor.ts';

/** Without `incoming`, the page is the same for all visitors. */
export type PageRenderer = (request: Request, incoming?: IncomingMessage) => Promise<RenderedPage>;

/** Loaded when it is first used, because few processes need it and its parser takes memory. */
const readMailAttachment: MailAttachmentReader = async (original, part) =>
  (await import('@fairlead/mail-reader')).readMailAttachment(original, part);

export function createPageRenderer(
  { config, connected }: Pick<RunningServer, 'config' | 'connected'>,
  handle: (request: Request, context: RouterContextProvider) => ReturnType<RequestHandler>,
): PageRenderer {
  const headers = securityHeaders(config.SITE_URL);
  return async (request, incoming) => {
    const context = new RouterContextProvider();
    context.set(backendContext, connected.access);
    context.set(visitorContext, identifyVisitor(incoming, config));
    context.set(faultLoggerContext, createRequestFaultLogger(request, incoming ?? request));
    context.set(mailAttachmentReaderContext, readMailAttachment);
    const slot: RenderedDocumentSlot = { html: null };
    context.set(renderedDocumentSlotContext, slot);
    context.set(agencyPreviewRendererContext, async (path, agency, partners) => {
      const draft = new RouterContextProvider();
      const source = { ...connected.access.agency, read: () => Promise.resolve(agency), last: () => agency };
      const { fetch } = connected.access;
      draft.set(backendContext, {
        ...connected.access,
        agency: source,
        fetch: async (input, init) =>
          new URL(input instanceof Request ? input.url : input).pathname === '/rest/v1/partners'
            ? Response.json(partners)
            : fetch(input, init),
      });
      draft.set(faultLoggerContext, context.get(faultLoggerContext));
      const page = await handle(new Request(new URL(path, request.url)), draft);
      if (page.status >= 500) throw new Error(`the preview of ${path} failed with status ${page.status}`);
      return page.text();
    });
    const response = await handle(request, context);
    const hasToken = hideTokenInPath(new URL(request.url).pathname) !== null;
    for (const [name, value] of Object.entries({ ...headers, ...(hasToken && tokenPathHeaders) }))
      response.headers.set(name, value);
    if (response.status === 503) response.headers.set('retry-after', retryAfterSeconds);
    return readRenderedPage(response, slot.html);
  };
}
