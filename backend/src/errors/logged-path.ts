/** How many leading path segments each service defines; later ones are names that users chose. */
const ownParts: Record<string, number> = { rest: 4, auth: 5, storage: 4, realtime: 4, functions: 3 };
const longest = 200;

/** A path for the log: without the query, and without names of files, topics and the like. */
export function loggedPath(path: string): string {
  const parts = path.split('/').slice(1);
  const own = ownParts[parts[0] ?? ''] ?? 3;
  const kept = parts.length > own ? `/${parts.slice(0, own).join('/')}/…` : path;
  return kept.length > longest ? `${kept.slice(0, longest)}…` : kept;
}
