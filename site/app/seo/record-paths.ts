/** Tables whose records have a page of their own, and the path of that page. */
export const recordPaths = {
  services: (slug: string) => `/services/${slug}`,
  apps: (slug: string) => `/apps/${slug}`,
  posts: (slug: string) => `/resources/${slug}`,
} as const;

export type RecordKind = keyof typeof recordPaths;

/** Records as the things that a list page lists. */
export function listed(kind: RecordKind, records: readonly { name: string; slug: string }[]) {
  return records.map(({ name, slug }) => ({ name, path: recordPaths[kind](slug) }));
}
