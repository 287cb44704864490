import { namedContext } from './named-context.ts';

/**
 * Where the entry leaves a document, whose response then has no body: as a body it would be encoded into a stream and
 * read back. `html` is null for what is no document.
 */
export interface DocumentSlot {
  html: string | null;
}

export const documentContext = namedContext<DocumentSlot | null>('document-context', null);
