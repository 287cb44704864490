/** Leading path segments that each service defines; later ones are names that users chose. */
const serviceSegments: Record<string, number> = { rest: 4, auth: 5, storage: 4, realtime: 4, functions: 3 };
const maxLength = 200;

/** A link whose scheme was lost, for example. */
const emailAddress = /[^/]*(?:@|%40)[^/]*/gi;

/** Without the query, names of files, topics and the like, and email addresses. */
export function loggedPath(path: string): string {
  const parts = path.split('/').slice(1);
  const count = serviceSegments[parts[0] ?? ''] ?? 3;
  const short = parts.length > count ? `/${parts.slice(0, count).join('/')}/…` : path;
  const shortened = short.replaceAll(emailAddress, '…');
  return shortened.length > maxLength ? `${shortened.slice(0, maxLength)}…` : shortened;
}
