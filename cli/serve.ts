// `npm start`: the production server, one process on one port. Only serve.ts and dev.ts join site and backend.
import { existsSync } from 'node:fs';
import type { IncomingMessage } from 'node:http';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { createRequestHandler, RouterContextProvider, type ServerBuild } from 'react-router';
import { contentTables } from '../site/app/data/content-tables.ts';
import { backendContext } from '../site/app/data/backend-context.ts';
import { visitorContext } from '../site/app/data/visitor-context.ts';
import { createPageCache } from '../site/server/page-cache.ts';
import { createSiteHandler } from '../site/server/site-handler.ts';
import { retryAfterSeconds, safetyHeaders } from '../site/server/headers.ts';
import { openStaticFiles } from '../site/server/static-files.ts';
import { startPracticeStripe } from '../fakes/stripe/practice-stripe.ts';
import { openOutbox } from '../server/mail/start-mail-worker.ts';
import { writeLog } from '../server/log/write-log.ts';
import { logPage } from '../server/log/log-failed-page.ts';
import { secretClient } from '../site/app/data/server-settings.ts';
import { startSweeper } from '../site/app/media/receive/sweep.server.ts';
import { projectRoot } from '../server/project-root.ts';
import { createRenderBudget } from '../server/render-limits.ts';
import { runServer } from '../server/run-server.ts';
import { visitorOf } from '../server/visitor.ts';

// A hosted project announces no writes: what it published or took back is seen this soon.
const hostedPageLifeMs = 1_000;

export async function serve(): Promise<void> {
  await runServer(
    async ({ settings, engine }) => {
      const buildFolder = join(projectRoot, 'site', 'build');
      const entry = join(buildFolder, 'server', 'index.js');
      if (!existsSync(entry)) throw new Error('the site is not built; run npm start, or npm run build first');
      const build = (await import(pathToFileURL(entry).href)) as ServerBuild;
      const answer = createRequestHandler(build, 'production');
      const headers = safetyHeaders(settings.SITE_URL);

      async function render(request: Request, incoming?: IncomingMessage): Promise<Response> {
        const context = new RouterContextProvider();
        context.set(backendContext, engine.access);
        context.set(visitorContext, visitorOf(incoming, settings));
        const response = await answer(request, context);
        for (const [name, value] of Object.entries(headers)) response.headers.set(name, value);
        logPage(request, response.status);
        if (response.status === 503) response.headers.set('retry-after', retryAfterSeconds);
        return response;
      }

      const pages = createPageCache({
        siteUrl: settings.SITE_URL,
        // For everybody, so for nobody in particular.
        render: (request) => render(request),
        ...(engine.backend ? {} : { lifeMs: hostedPageLifeMs }),
      });
      engine.backend?.onCommit((tables) => {
        if (tables.some((table) => table === '*' || contentTables.has(table))) pages.forget();
      });
      const admit = createRenderBudget(settings);
      const files = openStaticFiles(join(buildFolder, 'client'), headers);
      const outbox = openOutbox(settings, engine);
      const sweeper = startSweeper({
        client: secretClient(engine.access, engine.keys.secretKey),
        log: writeLog,
      });
      return {
        protocol: engine.backend && engine.backend.fetch,
        upgrade: engine.backend && engine.backend.upgrade,
        first: [pages.answer, files.answer],
        site: createSiteHandler({ render, pages, siteUrl: settings.SITE_URL, headers, admit }),
        close() {
          sweeper.stop();
          return outbox.stop();
        },
      };
    },
    startPracticeStripe,
    { logsProcess: true },
  );
}
