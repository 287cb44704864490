import type { MetaDescriptor } from 'react-router';
import { contentTypes, recordPath, type ContentTable } from '../content/content-types.ts';
import type { PublicPage } from './page-head.ts';
import { sitePageHead } from './site-page-head.ts';
import { collection } from './structured-data.ts';

/** The head of the public list of a type, with the records in the order shown. */
export function contentListHead(
  table: ContentTable,
  matches: PublicPage['matches'],
  records: readonly { name: string; slug: string }[],
): MetaDescriptor[] {
  const { path, list } = contentTypes[table];
  const items = records.map(({ name, slug }) => ({ name, path: recordPath(table, slug) }));
  return sitePageHead(path.slice(1), matches, (origin) =>
    collection(origin, { title: list.title, path }, items),
  );
}
