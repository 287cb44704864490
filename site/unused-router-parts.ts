import type { Plugin } from 'vite';

/**
 * Parts of React Router that no browser of this site ever runs, with what remains of them here. Public routes are all in
 * the manifest and the staff's in a second file beside it (split-manifest.ts), which is fetched when somebody goes there;
 * where it cannot be had, the router's own way with a missing script is taken (frame/use-way-on.ts). Nothing is instrumented. 2 KB less on every
 * page that is touched. What is null here is named by server code only. An export that a new version wants fails the build; the version is pinned.
 */
const parts: Record<string, string> = {
  '/lib/dom/ssr/fog-of-war.js': `
    import { createClientRoutes } from './routes.js';
    export function getPatchRoutesOnNavigationFunction(router, manifest, modules, ssr, discovery, isSpaMode) {
      return async ({ path, patch }) => {
        if (!manifest.later?.paths.includes(path.split('/')[1].toLowerCase())) return;
        try {
          await import(/* @vite-ignore */ manifest.later.url);
        } catch {
          window.location.reload();
          return new Promise(() => {});
        }
        patch('root', createClientRoutes(manifest.routes, modules, null, ssr, isSpaMode, 'root'));
      };
    }
    export function useFogOFWarDiscovery() {}
    export function isFogOfWarEnabled() { return false; }
    export function getPartialManifest(manifest) { return manifest; }
    export const getPathsWithAncestors = null, handleClientVersionMismatch = null, getManifestPath = null;`,
  '/lib/router/instrumentation.js': `
    export function consumeInstrumentationClientResultMetaReceiver() {}
    export function getRouteInstrumentationUpdates() { return {}; }
    export function instrumentClientSideRouter(router) { return router; }
    export const instrumentHandler = null, instrumentationResultMetaContext = null;`,
};

export function withoutUnusedRouterParts(): Plugin {
  return {
    name: 'unused-router-parts',
    apply: 'build',
    applyToEnvironment: ({ name }) => name === 'client',
    load(id) {
      const part = Object.keys(parts).find((path) => id.includes('/react-router/dist/') && id.endsWith(path));
      return part === undefined ? null : (parts[part] ?? null);
    },
  };
}
