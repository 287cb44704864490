import type { IncomingMessage } from 'node:http';
import { serverTexts } from './server-texts.ts';

/** Why nothing is rendered for a request now, and when to retry. */
export interface RenderDenial {
  status: 429 | 503;
  seconds: number;
}

/** Acquires a render slot: resolves to the function that releases it, or to a denial. */
export type AdmitRender = (request: IncomingMessage) => Promise<(() => void) | RenderDenial>;

/** Thrown through the page cache, so that a denial is never cached and never shared. */
export class RenderDenied extends Error {
  denial: RenderDenial;
  constructor(denial: RenderDenial) {
    super('no render was admitted');
    this.denial = denial;
  }
}

/** The text that a visitor sees in place of a page. */
export function denialText({ status, seconds }: RenderDenial): string {
  return status === 429 ? serverTexts.tooManyPages(seconds) : serverTexts.busy(seconds);
}
