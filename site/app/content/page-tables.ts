import { contentTables } from './content-types.ts';

/** A write to one of these may change a public page. */
export const pageTables: ReadonlySet<string> = new Set(
  [
    ...contentTables,
    'categories',
    'app_media',
    'media',
    'partners',
    'redirects',
    'agency_settings',
    'booking_settings',
    'accessibility_feedback',
    'settings',
  ].map((table) => `public.${table}`),
);
