// Serves the site in development through Vite with hot updates.
import { getRequestListener, type HttpBindings } from '@hono/node-server';
import { createRequestHandler, type ServerBuild } from 'react-router';
import { createServer as createViteServer } from 'vite';
import type { SiteHandlers } from '@fairlead/backend/http';
import { projectRoot } from '../project-root.ts';
import type { RunningServer } from '../run-server.ts';
import { createPageRenderer } from './create-page-renderer.ts';
import { isForeignEditorRequest, viteFileAccessOptions } from './vite-options.ts';

export async function startViteSite(
  running: RunningServer,
): Promise<SiteHandlers & { close: () => Promise<void> }> {
  const { config, server } = running;
  const vite = await createViteServer({
    root: `${projectRoot}/site`,
    server: {
      middlewareMode: true,
      // Hot updates use the same port.
      hmr: { server },
      fs: viteFileAccessOptions(config),
      // Pages on other ports of this machine must not read responses.
      cors: false,
      headers: { 'cross-origin-resource-policy': 'same-origin' },
    },
    appType: 'custom',
  });
  const render = createPageRenderer(running, async (request, context) => {
    const build = (await vite.ssrLoadModule('virtual:react-router/server-build')) as ServerBuild;
    return createRequestHandler(build, 'development')(request, context);
  });
  const respond = getRequestListener(
    async (request, bindings) => {
      const page = await render(request, (bindings as HttpBindings).incoming);
      return new Response(page.body.length > 0 ? page.body : null, page);
    },
    { overrideGlobalObjects: false },
  );
  return {
    first: [],
    handle(request, response) {
      if (isForeignEditorRequest(request)) response.writeHead(403).end();
      else vite.middlewares(request, response, () => void respond(request, response));
    },
    takesUpgrades: true,
    drain: () => vite.ws.close(),
    close: () => vite.close(),
  };
}
