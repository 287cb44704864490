// What the server hands to routes with each request, apart from the backend.
import { createContext, type RouterContext } from 'react-router';
import type { AgencyOnServer } from '../agency/agency.ts';

/** A context of the router. The server's modules and the built site are two copies of its file, so it is found by name. */
export function createNamedContext<Value>(name: string, initial?: Value): RouterContext<Value> {
  const identity = Symbol.for(`fairlead.${name}`);
  const registry = globalThis as { [identity]?: RouterContext<Value> };
  return (registry[identity] ??= initial === undefined ? createContext<Value>() : createContext(initial));
}

/** Logs a fault under the ID of its request. The event is stable, such as `lead.not_stored`. */
export type FaultLogger = (event: string, error: unknown) => void;

/** Of the request; server/site/create-renderer.ts sets it. */
export const logContext = createNamedContext<FaultLogger>('log-context', (event, error) =>
  console.error(event, error),
);

/** Who sent a request, from the socket, never from headers of a browser. */
export interface Visitor {
  /** IP address, for IPv6 its /64 network; null for a page that is rendered for everyone. */
  address: string | null;
}

export const visitorContext = createNamedContext<Visitor>('visitor-context', { address: null });

/**
 * Where the entry leaves a document, whose response then has no body: as a body it would be encoded into a stream and
 * read back. `html` is null for what is no document.
 */
export interface DocumentSlot {
  html: string | null;
}

export const documentContext = createNamedContext<DocumentSlot | null>('document-context', null);

/** Renders the document of a public page with other details of the agency. */
export type DraftRenderer = (path: string, agency: AgencyOnServer) => Promise<string>;

/** Only for routes that have verified an owner; server/site/create-renderer.ts sets it. */
export const draftRendererContext = createNamedContext<DraftRenderer>('draft-renderer-context');
