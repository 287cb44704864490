/** Writes to these may change a public page. */
export const contentTables: ReadonlySet<string> = new Set(
  ['categories', 'services', 'apps', 'app_media', 'media', 'posts', 'partners'].map(
    (table) => `public.${table}`,
  ),
);
