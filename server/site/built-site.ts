// Serves the built site: static files, page cache, render limits per visitor.
import { join } from 'node:path';
import { createRequestHandler, type RequestHandler } from 'react-router';
import { eventLoopPacer, createFairSemaphore, createRateLimiter } from '@fairlead/backend/limits';
import type { SiteHandlers } from '@fairlead/backend/http';
import { publicPageTables } from '../../site/app/content/public-page-tables.ts';
import { createSecretKeyClient } from '../../site/app/data/server-settings.ts';
import { collectFirstSegments } from '../../site/app/seo/path-segments.ts';
import { securityHeaders } from '../../site/server/security-headers.ts';
import { createPageCache, type PageCacheStats } from '../../site/server/page-cache.ts';
import {
  createSiteHandler,
  type RenderSlotProvider,
  type RenderDenial,
} from '../../site/server/site-handler.ts';
import { openStaticFiles } from '../../site/server/static-files.ts';
import { logPageFailure } from '../log/create-request-fault-logger.ts';
import { projectRoot } from '../project-root.ts';
import type { RunningServer } from '../run-server.ts';
import { createUnknownPathFilter } from './unknown-path-filter.ts';
import { createMissedPathCounter } from './missed-paths.ts';
import { writeLog } from '../log/write-log.ts';
import { createPageRenderer, type PageRenderer } from './create-page-renderer.ts';
import type { IncomingMessage } from 'node:http';
import type { ServerConfig } from '../settings/config.ts';
import { identifyVisitor } from './identify-visitor.ts';

/** A hosted project does not notify of writes, so changes are visible after this time. */
const hostedPageLifetimeMs = 1_000;

interface BuiltSite extends SiteHandlers {
  pageCacheStats: () => PageCacheStats;
  close: () => Promise<void>;
}

/** Files and cached pages are sent from memory; other pages are rendered. */
export async function startBuiltSite(running: RunningServer): Promise<BuiltSite> {
  const { config, connected } = running;
  const router = await loadBuiltRouter();
  if (!router) throw new Error('the site is not built; run npm start, or npm run build first');
  const renderPage = createPageRenderer(running, router.handle);
  const render: PageRenderer = async (request, incoming) => {
    const page = await renderPage(request, incoming);
    logPageFailure(request, page.status);
    return page;
  };
  const client = createSecretKeyClient(connected.access, connected.keys);
  async function readNextChange(): Promise<number> {
    const { data } = await client.rpc('next_publication').throwOnError();
    // null if nothing is scheduled, which the generated types of functions do not include
    const time = typeof data === 'string' ? Date.parse(data) : Infinity;
    connected.access.agency.expireAt(time);
    return time;
  }
  const unknown = createUnknownPathFilter(client, router.firstSegments);
  const pages = createPageCache({
    // A hosted project does not notify of changed redirects.
    ...(connected.backend ? { isUnknown: unknown.has } : {}),
    siteUrl: config.SITE_URL,
    render: (request) => render(request),
    timeZone: () => connected.access.agency.last().agency.timeZone,
    ...(connected.backend ? { readNextChange } : { lifetimeMs: hostedPageLifetimeMs }),
  });
  connected.backend?.onCommit((tables) => {
    if (!tables.some((table) => table === '*' || publicPageTables.has(table))) return;
    pages.clear();
    unknown.clear();
  });
  const headers = securityHeaders(config.SITE_URL);
  const files = openStaticFiles(join(projectRoot, 'site/build/client'), headers);
  const admit = createRenderSlotProvider(config);
  const missed = createMissedPathCounter({ client, log: writeLog });
  const handle = createSiteHandler({
    render,
    pages,
    siteUrl: config.SITE_URL,
    firstSegments: router.firstSegments,
    headers,
    admit,
  });
  return {
    first: [
      (request, response) => {
        const since = performance.now();
        const isSent = pages.respond(request, response);
        if (isSent) eventLoopPacer.noteVisit(performance.now() - since);
        return isSent;
      },
      files.respond,
    ],
    handle(request, response) {
      response.once('finish', () => missed.note(request, response.statusCode));
      handle(request, response);
    },
    pageCacheStats: pages.stats,
    close: missed.stop,
  };
}

interface BuiltRouter {
  handle: RequestHandler;
  firstSegments: ReadonlySet<string>;
}

/** Undefined if the site is not built. */
export async function loadBuiltRouter(): Promise<BuiltRouter | undefined> {
  try {
    const build = await import('#site-build');
    return {
      handle: createRequestHandler(build, 'production'),
      firstSegments: collectFirstSegments(build.routes),
    };
  } catch (error) {
    // Undefined only if the build itself is missing. An error about a package that the build imports is thrown,
    // because it names the package.
    if ((error as { url?: string }).url?.endsWith('/site/build/server/index.js')) return undefined;
    throw error;
  }
}

/** Ten a second on average; cached pages are not counted. */
const rate = { name: 'renders', points: 600, windowS: 60 };
const concurrency = { slots: 16, slotsPerKey: 8, timeoutMs: 10_000, maxQueue: 200 };

/** Limits by the visitor's network; loose in local mode, where tests and tools share one address. */
export function createRenderSlotProvider(
  config: Pick<ServerConfig, 'TRUSTED_PROXIES' | 'localMode'>,
  rates = createRateLimiter(config.localMode ? { perMinute: 60_000 } : {}),
): RenderSlotProvider {
  const renders = createFairSemaphore(concurrency);
  return async (request: IncomingMessage) => {
    const key = networkOf(identifyVisitor(request, config).address ?? '');
    const left = new AbortController();
    const leave = (): void => left.abort(leftDenial);
    request.socket.once('close', leave);
    if (request.socket.destroyed) leave();
    try {
      await rates.consume(rate, key);
      await eventLoopPacer.enter(key, left.signal);
      // A body may arrive slowly, and must not hold a slot during that time.
      if (request.method !== 'GET' && request.method !== 'HEAD') return () => {};
      return await renders.acquire(key, left.signal);
    } catch (error) {
      return explainDenial(error);
    } finally {
      request.socket.off('close', leave);
    }
  };
}

/** The reason for visitors who disconnected while waiting; no one reads the response. */
const leftDenial = { status: 503 };

/** Shortens the /64 of an IPv6 address to its /48, because one subscriber may have a /48. */
function networkOf(address: string): string {
  return address.replace(/^((?:[0-9a-f]+:){3})[0-9a-f]+::\/64$/, '$1:/48');
}

function explainDenial(error: unknown): RenderDenial {
  const { status, headers } = error as { status?: number; headers?: Record<string, string> };
  if (status === undefined) throw error;
  const seconds = Number(headers?.['retry-after'] ?? headers?.['Retry-After'] ?? 1);
  return { status: status === 429 ? 429 : 503, seconds };
}
