import type { IncomingMessage } from 'node:http';

/** Why nothing is rendered for a request now, and when to try again. */
export interface Refusal {
  status: 429 | 503;
  seconds: number;
}

/** Asks for a place to render in: the function that gives it back, or a refusal. */
export type AdmitRender = (request: IncomingMessage) => Promise<(() => void) | Refusal>;

/** Thrown through the page cache, so that a refusal is never kept and never shared. */
export class RenderRefused extends Error {
  refusal: Refusal;
  constructor(refusal: Refusal) {
    super('no render was admitted');
    this.refusal = refusal;
  }
}

/** In words for a person, who sees it in place of a page. */
export function refusalWords({ status, seconds }: Refusal): string {
  const wait = seconds === 1 ? 'a second' : `${seconds} seconds`;
  return status === 429
    ? `You have opened very many pages in a short time. Please wait ${wait}, then load this page again.\n`
    : `This site is very busy right now. Please wait ${wait}, then load this page again.\n`;
}
