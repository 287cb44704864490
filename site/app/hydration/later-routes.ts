/** A route as React Router's manifest names it. */
interface NamedRoute {
  id: string;
  parentId?: string | undefined;
  path?: string | undefined;
}

/** First parts of the addresses that no public page carries: their routes are a file of their own, fetched when wanted. */
export const laterPaths: readonly string[] = ['auth', 'dashboard', 'preview'];

/** Whether a route, or one that it stands in, is reached under one of the later paths. */
export function isLater(routes: Record<string, NamedRoute | undefined>, id: string): boolean {
  const route = routes[id];
  if (route?.path !== undefined && route.parentId === 'root') return laterPaths.includes(route.path);
  return route?.parentId !== undefined && isLater(routes, route.parentId);
}

/** The file of the later routes beside the manifest: it imports the manifest and adds to it. */
export function laterUrl(manifestUrl: string): string {
  return manifestUrl.replace(/\.js$/, '.later.js');
}
