// Builds the head of a record's page.
import type { MetaDescriptor } from 'react-router';
import type { Agency } from '../agency/agency.ts';
import { contentTypes, recordPath, type ContentTableName, contentTypeOf } from '../content/content-types.ts';
import { formatPageTitle } from './format-head-texts.ts';
import { noindexPageHead, indexedPageHead, type IndexedPageHeadOptions } from './page-head.ts';
import type { RecordSeo } from './record-seo.ts';
import { seoTexts } from './seo-texts.ts';
import { shareImagePath, type ShareImageContent } from './share-image-path.ts';
import { breadcrumbsJsonLd, type JsonLd } from './structured-data.ts';

interface RecordPage extends Pick<IndexedPageHeadOptions, 'texts' | 'type' | 'seo'> {
  name: string;
  slug: string;
  category?: string | null;
  /** the JSON-LD of the record; `image` is its share image */
  describe: (origin: string, agency: Agency, page: { path: string; image: string }) => JsonLd;
}

/**
 * The head of a record's page, of the preview of a draft (no canonical, share tags or JSON-LD), or of a missing page,
 * which has `missing` as its title.
 */
export function recordPageHead(
  table: ContentTableName,
  matches: IndexedPageHeadOptions['matches'],
  previewUntil: number | null | undefined,
  missing: string,
  record: RecordPage | null | undefined,
): MetaDescriptor[] {
  if (previewUntil !== null) {
    const title = record ? seoTexts.preview(record.name) : seoTexts.previewExpired;
    return noindexPageHead(matches, title, seoTexts.previewDescription);
  }
  if (!record) return noindexPageHead(matches, missing, seoTexts.missing);
  const { name, slug, category = null, describe, ...page } = record;
  const list = contentTypes[table];
  const path = recordPath(table, slug);
  const facts = shareImageContentOf(table, { name, slug, category, picture: page.seo?.image });
  return indexedPageHead({
    ...page,
    matches,
    path,
    title: name,
    share: { kind: table, slug, facts },
    describe: (origin, agency) => [
      describe(origin, agency, { path, image: shareImagePath(table, slug, facts, agency) }),
      breadcrumbsJsonLd(origin, [
        { name: list.label, path: list.path },
        { name, path },
      ]),
    ],
  });
}

/** Title of a record's page, public or preview. */
export function recordPageTitle(
  { name, seo }: { name: string; seo: RecordSeo },
  agency: string,
  previewUntil: number | null,
): string {
  return formatPageTitle(previewUntil === null ? (seo.title ?? name) : seoTexts.preview(name), agency);
}

/**
 * The content of a record's share image, used by the page's head and the image's route, which must agree on its path.
 */
export function shareImageContentOf(
  table: ContentTableName,
  record: { name: string; slug: string; category: string | null; picture: string | undefined },
): ShareImageContent {
  const { name, slug, category, picture } = record;
  const drawn = { title: name, caption: category ?? contentTypeOf(table).label, seed: slug };
  return picture === undefined ? drawn : { ...drawn, picture };
}
