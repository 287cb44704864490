// The set of database tables whose changes may affect a public page.
import { closablePages, contentTables } from './content-types.ts';

/** A write to one of these may change a public page; server/site/public-page-tables.test.ts compares them with what pages read. */
export const publicPageTables: ReadonlySet<string> = new Set(
  [
    ...contentTables,
    'categories',
    'app_media',
    'partners',
    'redirects',
    'former_slugs',
    'agency_settings',
    ...Object.values(closablePages).map(({ table }) => table),
    'accessibility_feedback',
    'settings',
  ].map((table) => `public.${table}`),
);
