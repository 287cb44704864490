// cli/serve.ts without the page cache: every request is read from the database, rendered and compressed. For benches alone.
import type { IncomingMessage } from 'node:http';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { createRequestHandler, RouterContextProvider, type ServerBuild } from 'react-router';
import { startPracticeStripe } from '../fakes/stripe/practice-stripe.ts';
import { projectRoot } from '../server/project-root.ts';
import { runServer } from '../server/run-server.ts';
import { visitorOf } from '../server/visitor.ts';
import { backendContext } from '../site/app/data/backend-context.ts';
import { visitorContext } from '../site/app/data/visitor-context.ts';
import { safetyHeaders } from '../site/server/headers.ts';
import { createSiteHandler } from '../site/server/site-handler.ts';

await runServer(async ({ settings, engine }) => {
  const entry = join(projectRoot, 'site', 'build', 'server', 'index.js');
  const answer = createRequestHandler((await import(pathToFileURL(entry).href)) as ServerBuild, 'production');
  const headers = safetyHeaders(settings.SITE_URL);

  async function render(request: Request, incoming: IncomingMessage): Promise<Response> {
    const context = new RouterContextProvider();
    context.set(backendContext, engine.access);
    context.set(visitorContext, visitorOf(incoming, settings));
    const response = await answer(request, context);
    for (const [name, value] of Object.entries(headers)) response.headers.set(name, value);
    return response;
  }

  const pages = { answer: () => false, render: () => Promise.resolve(false), forget: () => {} };
  return {
    protocol: engine.backend && engine.backend.fetch,
    upgrade: engine.backend && engine.backend.upgrade,
    first: [],
    site: createSiteHandler({ render, pages, siteUrl: settings.SITE_URL, headers }),
  };
}, startPracticeStripe);
