import { createContext, type RouterContext } from 'react-router';

/**
 * Where the entry leaves a document, whose response then has no body: as a body it would be encoded into a stream and
 * read back. `html` is null for what is no document.
 */
export interface DocumentSlot {
  html: string | null;
}

// The server's modules and the built site are two copies of this file, so the context needs a shared identity.
const identity = Symbol.for('fairlead.document-context');
const registry = globalThis as { [identity]?: RouterContext<DocumentSlot | null> };
export const documentContext: RouterContext<DocumentSlot | null> = (registry[identity] ??=
  createContext<DocumentSlot | null>(null));
