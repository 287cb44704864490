// Extracts React Router's undocumented hydration data on the server; passes it to the browser's router.
import type { EntryContext } from 'react-router';

/**
 * The one place that uses what React Router does not document. Its version is pinned; e2e/hydration fails when one of
 * these moves.
 *
 * - `EntryContext`: `serverHandoffString`, `serverHandoffStream` (left out, or the router renders scripts of its own) and
 *   `manifest` with its modules of routes, which `<ServerRouter />` gets with the page's routes alone: of all of them it
 *   would build a tree for each request, a fourteenth of a page's time. Typed and exported, but meant for `<Scripts />`.
 * - `window.__reactRouterContext` and `__reactRouterRouteModules`, which the scripts of `<Scripts />` set and
 *   `<HydratedRouter />` reads. The third, `__reactRouterManifest`, is set by the manifest's own file.
 * - In development `manifest.hmr.runtime`, without which nothing hydrates.
 * - The router reads the page anew when a route's script is missing. public/layout/use-chunk-load-recovery.ts prevents
 *   that by the browser's Navigation API.
 *
 * Why: `<Scripts />` starts at once. Without these, every page that nobody touches fetches 115 KB of scripts, and its
 * inline scripts differ from page to page, so the policy needs hashes for each.
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
