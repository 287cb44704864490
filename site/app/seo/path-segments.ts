// Segments of paths.

/** The segments of a decoded path without those that are empty or consist of dots; `..` removes the one before it. */
export function pathSegments(path: string): string[] {
  const segments: string[] = [];
  for (const part of path.split(/[/\\]/)) {
    const segment = trimTrailingCharacters(part, '. ');
    if (part === '..') segments.pop();
    else if (segment !== '') segments.push(segment);
  }
  return segments;
}

/** A regular expression would take quadratic time. */
export function trimTrailingCharacters(text: string, characters: string): string {
  let end = text.length;
  while (end > 0 && characters.includes(text.charAt(end - 1))) end -= 1;
  return text.slice(0, end);
}

interface RouteOfBuild {
  path?: string | undefined;
  parentId?: string | undefined;
}

/** The first segments of all paths of a built router, which identify the site's own paths. */
export function collectFirstSegments(routes: Record<string, RouteOfBuild | undefined>): Set<string> {
  const segments = new Set(['']);
  for (const route of Object.values(routes)) {
    let top = route;
    for (let at = route; at; at = routes[at.parentId ?? '']) if (at.path) top = at;
    const [first = '*'] = top?.path?.split('/') ?? [];
    if (first !== '*') segments.add(first);
  }
  return segments;
}
