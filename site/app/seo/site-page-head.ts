// Builds the heads of pages that do not show a record.
import type { MetaDescriptor } from 'react-router';
import { agencyOf } from '../agency/use-agency.ts';
import { indexedPageHead, noindexPageHead, type IndexedPageHeadOptions } from './page-head.ts';
import { sitePagesOf } from './site-pages.ts';
import {
  contentTypes,
  isPageOpen,
  listPageName,
  recordPath,
  type ContentTableName,
} from '../content/content-types.ts';
import { collectionJsonLd, webPageJsonLd } from './structured-data.ts';

/** Without `describe`, the JSON-LD of the page is a WebPage. */
export function sitePageHead(
  name: string,
  matches: IndexedPageHeadOptions['matches'],
  describe?: IndexedPageHeadOptions['describe'],
): MetaDescriptor[] {
  const page = sitePagesOf(agencyOf(matches))[name];
  if (!page) throw new Error(`${name} is not in site-page-texts.ts`);
  const { path, title, description, ...rest } = page;
  const share = { kind: 'pages', slug: name, facts: { title, ...rest } } as const;
  return indexedPageHead({
    matches,
    path,
    title,
    texts: [description],
    share,
    describe: describe ?? ((origin) => [webPageJsonLd(origin, 'WebPage', page)]),
  });
}

/**
 * The head of the public list of a type, with the records in the order shown. A list that no page links to, because
 * nothing in it is published, is not indexed.
 */
export function contentListHead(
  table: ContentTableName,
  matches: IndexedPageHeadOptions['matches'],
  records: readonly { name: string; slug: string }[],
): MetaDescriptor[] {
  const { path, list } = contentTypes[table];
  const agency = agencyOf(matches);
  if (!isPageOpen(listPageName(table), agency.openPages)) {
    return noindexPageHead(matches, list.title, agency[contentTypes[table].intro]);
  }
  const items = records.map(({ name, slug }) => ({ name, path: recordPath(table, slug) }));
  return sitePageHead(path.slice(1), matches, (origin) =>
    collectionJsonLd(origin, { title: list.title, path }, items),
  );
}
