// `npm run dev`: the same database, backend and gate as serve.ts, with the site through Vite (hot reload).
import { createServer as createViteServer } from 'vite';
import { createRequestHandler, RouterContextProvider, type ServerBuild } from 'react-router';
import { getRequestListener, type HttpBindings } from '@hono/node-server';
import { backendContext } from '../site/app/data/backend-context.ts';
import { visitorContext } from '../site/app/data/visitor-context.ts';
import { retryAfterSeconds, safetyHeaders } from '../site/server/headers.ts';
import { startPracticeStripe } from '../fakes/stripe/practice-stripe.ts';
import { openOutbox } from '../server/mail/start-mail-worker.ts';
import { checkDevelopment, filesOfVite } from '../server/local/development.ts';
import { writeLog } from '../server/log/write-log.ts';
import { secretClient } from '../site/app/data/server-settings.ts';
import { startSweeper } from '../site/app/media/receive/sweep.server.ts';
import { projectRoot } from '../server/project-root.ts';
import type { Handlers } from '../server/listen.ts';
import { runServer, type Running } from '../server/run-server.ts';
import { visitorOf } from '../server/visitor.ts';

async function makeHandlers({ settings, engine, server }: Running): Promise<Handlers> {
  const headers = safetyHeaders(settings.SITE_URL);
  const render = getRequestListener(
    async (request, bindings) => {
      const build = (await vite.ssrLoadModule('virtual:react-router/server-build')) as ServerBuild;
      const context = new RouterContextProvider();
      context.set(backendContext, engine.access);
      context.set(visitorContext, visitorOf((bindings as HttpBindings).incoming, settings));
      const response = await createRequestHandler(build, 'development')(request, context);
      for (const [name, value] of Object.entries(headers)) response.headers.set(name, value);
      if (response.status === 503) response.headers.set('retry-after', retryAfterSeconds);
      return response;
    },
    { overrideGlobalObjects: false },
  );
  const vite = await createViteServer({
    root: `${projectRoot}/site`,
    server: {
      middlewareMode: true,
      // Hot updates travel over the same port.
      hmr: { server },
      fs: filesOfVite(settings),
      // Pages of other ports of this machine read nothing here.
      cors: false,
      headers: { 'cross-origin-resource-policy': 'same-origin' },
    },
    appType: 'custom',
  });
  const outbox = openOutbox(settings, engine);
  const sweeper = startSweeper({ client: secretClient(engine.access, engine.keys.secretKey), log: writeLog });
  return {
    protocol: engine.backend && engine.backend.fetch,
    upgrade: engine.backend && engine.backend.upgrade,
    otherSockets: true,
    first: [],
    site: (request, response) => vite.middlewares(request, response, () => void render(request, response)),
    drain: () => vite.ws.close(),
    async close() {
      sweeper.stop();
      await Promise.all([outbox.stop(), vite.close()]);
    },
  };
}

export async function serveDevelopment(): Promise<void> {
  await runServer(makeHandlers, startPracticeStripe, { checkSettings: checkDevelopment });
}
