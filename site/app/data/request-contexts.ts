// Contexts that the server passes to routes with each request, except the backend.
import { createContext, type RouterContext } from 'react-router';
import type { ServerAgency } from '../agency/agency.ts';

/**
 * A context of the router, found by name, because the server and the built site have separate copies of this module.
 */
export function createNamedContext<Value>(name: string, initial?: Value): RouterContext<Value> {
  const identity = Symbol.for(`fairlead.${name}`);
  const registry = globalThis as { [identity]?: RouterContext<Value> };
  return (registry[identity] ??= initial === undefined ? createContext<Value>() : createContext(initial));
}

/** Logs a fault with the ID of its request. Event names are stable, such as `lead.not_stored`. */
export type FaultLogger = (event: string, error: unknown) => void;

/** The logger of the request; server/site/create-page-renderer.ts sets it. */
export const faultLoggerContext = createNamedContext<FaultLogger>('fault-logger-context', (event, error) =>
  console.error(event, error),
);

/** The client of a request, known from the socket or a trusted proxy, never from other headers. */
export interface Visitor {
  /** IP address, for IPv6 its /64 network; null for a page that is rendered for all visitors. */
  address: string | null;
}

export const visitorContext = createNamedContext<Visitor>('visitor-context', { address: null });

/**
 * Receives the document from the entry, whose response then has no body: a body would be encoded into a stream and read
 * back. `html` is null if the response is not a document.
 */
export interface RenderedDocumentSlot {
  html: string | null;
}

export const renderedDocumentSlotContext = createNamedContext<RenderedDocumentSlot | null>(
  'document-context',
  null,
);

/** The bytes of a file of a received mail, given as it arrived, by its position; null if there is none. */
export type MailAttachmentReader = (original: Uint8Array, part: number) => Promise<Uint8Array | null>;

/** server/site/create-page-renderer.ts sets it. */
export const mailAttachmentReaderContext = createNamedContext<MailAttachmentReader>(
  'mail-attachment-reader-context',
);

/** Renders the document of a public page with the given details of the agency, and rows in place of its partners. */
export type AgencyPreviewRenderer = (
  path: string,
  agency: ServerAgency,
  partners: readonly object[],
) => Promise<string>;

/** Only for routes that have verified an owner; server/site/create-page-renderer.ts sets it. */
export const agencyPreviewRendererContext = createNamedContext<AgencyPreviewRenderer>(
  'agency-preview-renderer-context',
);
