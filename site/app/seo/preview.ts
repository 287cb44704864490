import { data, type HeadersArgs, type MetaDescriptor } from 'react-router';
import { fitTitle } from './fit-text.ts';
import { missingHead } from './page-head.ts';

/** Neither search engines nor any cache may have a draft. */
const unseen = { 'X-Robots-Tag': 'noindex, nofollow', 'Cache-Control': 'private, no-store' };

/**
 * The answer of a page that was asked for by a preview's token. `token` is null when it opened nothing, which is told
 * by the page and 404. A token begins with the second of its end (since 1970), and the database has checked it.
 */
export function previewAnswer<Shown extends object>(shown: Shown, token: string | null) {
  const previewUntil = token === null ? 0 : Number(token.split('.')[0]) * 1000;
  return data({ ...shown, previewUntil }, { status: token === null ? 404 : 200, headers: unseen });
}

/** For a route's `headers`: what its loader said, which is nothing on a public page. */
export function loaderHeaders({ loaderHeaders: said }: HeadersArgs): Headers {
  return said;
}

function previewName(name: string): string {
  return `Draft preview: ${name}`;
}

/** The title of a record's page, public or previewed. */
export function recordTitle(name: string, previewUntil: number | null): string {
  return fitTitle(previewUntil === null ? name : previewName(name));
}

/** No canonical, no share tags, no JSON-LD: nothing of a draft is for machines. */
export function previewHead(name: string | undefined): MetaDescriptor[] {
  return missingHead(name === undefined ? 'Preview expired' : previewName(name), "A page that isn't public.");
}
