import type { IncomingMessage } from 'node:http';

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
  const wait = seconds === 1 ? 'a second' : `${seconds} seconds`;
  return status === 429
    ? `You have opened very many pages in a short time. Please wait ${wait}, then load this page again.\n`
    : `This site is very busy right now. Please wait ${wait}, then load this page again.\n`;
}
