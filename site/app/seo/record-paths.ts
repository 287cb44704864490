/** Tables whose records have a page, and its path. */
export const recordPaths = {
  services: (slug: string) => `/services/${slug}`,
  apps: (slug: string) => `/apps/${slug}`,
  posts: (slug: string) => `/resources/${slug}`,
} as const;

export type RecordKind = keyof typeof recordPaths;

/** Records as items of a list page. */
export function listed(kind: RecordKind, records: readonly { name: string; slug: string }[]) {
  return records.map(({ name, slug }) => ({ name, path: recordPaths[kind](slug) }));
}
