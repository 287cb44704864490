import type { HeadersArgs } from 'react-router';
import { fitTitle } from './fit-text.ts';
import { seoTexts } from './seo-texts.ts';

/** For a route's `headers`: those of its loader; none on a public page. */
export function loaderHeaders({ loaderHeaders: headers }: HeadersArgs): Headers {
  return headers;
}

/** Title of a record's page, public or preview. */
export function recordTitle(name: string, agency: string, previewUntil: number | null): string {
  return fitTitle(previewUntil === null ? name : seoTexts.preview(name), agency);
}
