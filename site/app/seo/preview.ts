import { data, type HeadersArgs, type MetaDescriptor } from 'react-router';
import { fitTitle } from './fit-text.ts';
import { notFoundHead, type PublicPage } from './page-head.ts';
import { seoTexts } from './seo-texts.ts';

/** Drafts are neither indexed nor cached. */
const privateHeaders = { 'X-Robots-Tag': 'noindex, nofollow', 'Cache-Control': 'private, no-store' };

/**
 * Response of a preview page; `token` is null if it opened nothing (404). A token begins with its expiry in seconds
 * since 1970, verified by the database.
 */
export function previewResponse<Shown extends object>(shown: Shown, token: string | null) {
  const previewUntil = token === null ? 0 : Number(token.split('.')[0]) * 1000;
  return data({ ...shown, previewUntil }, { status: token === null ? 404 : 200, headers: privateHeaders });
}

/** For a route's `headers`: those of its loader; none on a public page. */
export function loaderHeaders({ loaderHeaders: headers }: HeadersArgs): Headers {
  return headers;
}

/** Title of a record's page, public or preview. */
export function recordTitle(name: string, agency: string, previewUntil: number | null): string {
  return fitTitle(previewUntil === null ? name : seoTexts.preview(name), agency);
}

/** No canonical, share tags or JSON-LD for drafts. */
export function previewHead(matches: PublicPage['matches'], name: string | undefined): MetaDescriptor[] {
  return notFoundHead(
    matches,
    name === undefined ? seoTexts.previewExpired : seoTexts.preview(name),
    seoTexts.previewDescription,
  );
}
