interface RouteOfBuild {
  path?: string | undefined;
  parentId?: string | undefined;
}

/** The first segment of every path of a built router: what is an address of the site. */
export function firstSegments(routes: Record<string, RouteOfBuild | undefined>): Set<string> {
  const segments = new Set(['']);
  for (const route of Object.values(routes)) {
    let top = route;
    for (let at = route; at; at = routes[at.parentId ?? '']) if (at.path) top = at;
    const [first = '*'] = top?.path?.split('/') ?? [];
    if (first !== '*') segments.add(first);
  }
  return segments;
}
