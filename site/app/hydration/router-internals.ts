// Extracts React Router's undocumented hydration data on the server; passes it to the browser's router.
import type { EntryContext } from 'react-router';

/**
 * The only file that uses undocumented parts of React Router, whose version is pinned; e2e/hydration fails if one of
 * these parts changes:
 *
 * - `EntryContext`: `serverHandoffString`, `serverHandoffStream` (removed, because with it the router renders its own
 *   scripts) and `manifest`. `<ServerRouter />` gets only the routes of the page in the manifest, because it builds a
 *   tree of all routes for each request, which took a fourteenth of the time of a page. These are typed and exported,
 *   but meant for `<Scripts />`.
 * - `window.__reactRouterContext` and `__reactRouterRouteModules`, which the scripts of `<Scripts />` set and
 *   `<HydratedRouter />` reads. The third, `__reactRouterManifest`, is set by the file of the manifest.
 * - In development `manifest.hmr.runtime`, without which nothing hydrates.
 * - The router reloads the page when the script of a route is missing. public/layout/use-chunk-load-recovery.ts
 *   prevents the reload through the Navigation API of the browser.
 *
 * Reason: `<Scripts />` starts hydration at once. Every page would fetch 115 KB of scripts even if the visitor does
 * not interact with it, and its inline scripts would differ from page to page, so the security policy would need
 * hashes for each.
 */
declare global {
  interface Window {
    __reactRouterContext?: unknown;
    __reactRouterRouteModules?: Record<string, unknown>;
  }
}

/** What the browser needs to hydrate a page later. before-paint.js reads `modules` and `hot`. */
export interface RouterHandoff {
  /** React Router's own context object. */
  context: unknown;
  /** The loader data, in React Router's stream format. */
  stream: string;
  /** Every module to import at the first sign of intent: the manifest first, the client entry last. */
  modules: string[];
  /** Route id → the modules that make up the route. */
  routes: [id: string, modules: string[]][];
  /** The development runtime that must be imported first. */
  hot?: string;
}

/**
 * On the server, before the page is rendered. `context` is what the router then renders. An error page of the root also
 * needs the module of `errorFrame`, the ID of a route.
 */
export async function extractRouterHandoff(
  { serverHandoffStream, ...entry }: EntryContext,
  errorFrame: string,
): Promise<{ handoff: RouterHandoff; context: EntryContext }> {
  const { manifest, serverHandoffString, staticHandlerContext } = entry;
  const entries = staticHandlerContext.matches.map(({ route: { id } }) => {
    const found = manifest.routes[id];
    if (!found) throw new Error(`route ${id} is missing from the manifest`);
    return found;
  });
  const routes = entries.map((route): [string, string[]] => {
    const modules = [
      route.clientActionModule,
      route.clientLoaderModule,
      route.clientMiddlewareModule,
      route.hydrateFallbackModule,
      route.module,
    ];
    return [route.id, modules.filter((module) => module !== undefined)];
  });
  const frame = staticHandlerContext.errors === null ? undefined : manifest.routes[errorFrame];
  const modules = [
    manifest.url,
    ...manifest.entry.imports,
    ...entries.flatMap(({ imports = [] }) => imports),
    ...routes.flatMap(([, all]) => all),
    ...(frame ? [...(frame.imports ?? []), frame.module] : []),
  ];
  const handoff = {
    context: JSON.parse(serverHandoffString ?? '{}'),
    stream: serverHandoffStream ? await new Response(serverHandoffStream).text() : '',
    modules: [...new Set(modules), manifest.entry.module],
    routes,
    ...(manifest.hmr ? { hot: manifest.hmr.runtime } : {}),
  };
  const pageRoutes = Object.fromEntries(entries.map((route) => [route.id, route]));
  return { handoff, context: { ...entry, manifest: { ...manifest, routes: pageRoutes } } };
}

/** In the browser, before `<HydratedRouter />` is rendered. The modules are already loading. */
export async function passHandoffToRouter({
  context,
  stream,
  modules,
  routes,
}: RouterHandoff): Promise<void> {
  window.__reactRouterContext = Object.assign(context as object, { stream: new Blob([stream]).stream() });
  // without the last, which runs this
  await Promise.all(modules.slice(0, -1).map((url) => import(/* @vite-ignore */ url)));
  const loaded = routes.map(async ([id, urls]): Promise<[string, unknown]> => {
    const parts = await Promise.all(urls.map((url) => import(/* @vite-ignore */ url)));
    return [id, Object.assign({}, ...parts)];
  });
  window.__reactRouterRouteModules = Object.fromEntries(await Promise.all(loaded));
}
