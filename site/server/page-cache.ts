import type { IncomingMessage, ServerResponse } from 'node:http';
import { LRUCache } from 'lru-cache';
import type { RenderedPage } from './rendered-page.ts';
import { pageCacheKey, addRequestQueryToRedirect } from './page-key.ts';
import { sendStoredResponse, createStoredResponse, type StoredResponse } from './stored-response.ts';

/** The size of a list with a few thousand records. */
const maxPageBytes = 8_000_000;

/** One formatter per zone, because creating one is slow. */
const dayFormatters = new Map<string, Intl.DateTimeFormat>();

function formatDay(time: number, timeZone: string): string {
  const formatter =
    dayFormatters.get(timeZone) ?? new Intl.DateTimeFormat('en-CA', { timeZone, dateStyle: 'short' });
  dayFormatters.set(timeZone, formatter);
  return formatter.format(time);
}

/** Rendered for every path without a page; no route has it. */
const unknownPage = '/no-such-page';

interface CachedPage {
  stored: StoredResponse;
  status: number;
  /** Pages show today's date, so a page expires at the end of its day in the agency's time zone. */
  day: string;
  /** The time before its data was read, in milliseconds since 1970. */
  readAt: number;
  /** When scheduled content is published, in milliseconds since 1970. */
  until: number;
}

/** `misses`: requests for pages that had to be rendered, or waited for a rendering. */
export interface PageCacheStats {
  hits: number;
  misses: number;
  pages: number;
  bytes: number;
}

export interface PageCache {
  /** Sends the page from memory, synchronously; false if it is not cached. */
  respond(request: IncomingMessage, response: ServerResponse): boolean;
  /**
   * Renders the page of a GET or HEAD and caches it if allowed. The renderer gets a request made only from the key, so
   * nothing of one visitor's request can reach the next. False if the request is not for such a page. `admit` is called
   * if the page is not being rendered yet; the function that it returns is called after the rendering.
   */
  render(
    request: IncomingMessage,
    response: ServerResponse,
    admit?: () => Promise<() => void>,
  ): Promise<boolean>;
  /** For a write to a content table: removes every page, and pages that are being rendered are not cached. */
  clear(): void;
  stats(): PageCacheStats;
}

export interface PageCacheOptions {
  /** The only source of absolute URLs in pages. */
  siteUrl: string;
  render: (request: Request) => Promise<RenderedPage>;
  /** the time zone of dates in pages */
  timeZone?: () => string;
  maxBytes?: number;
  /** How long a page is cached if writes are not notified (a hosted project); by default for the day. */
  lifetimeMs?: number;
  /**
   * When pages change next because of the time, in milliseconds since 1970, or Infinity: no cached page is kept longer.
   * Read once after each write, and again at that time.
   */
  readNextChange?: () => Promise<number>;
  /** Whether no page and no redirect has this path; all such paths share one 404 page. */
  isUnknown?: (path: string) => boolean;
  now?: () => Date;
}

/** Assumed if the time of the next change cannot be read. */
const unknownChangeMs = 1_000;

export function createPageCache({
  siteUrl,
  render,
  timeZone = () => 'America/Toronto',
  maxBytes = 64_000_000,
  lifetimeMs = Infinity,
  readNextChange = () => Promise.resolve(Infinity),
  isUnknown = () => false,
  now = () => new Date(),
}: PageCacheOptions): PageCache {
  const pages = new LRUCache<string, CachedPage>({
    maxSize: maxBytes,
    sizeCalculation: ({ stored }, key) => stored.bytes + key.length,
  });
  const inFlight = new Map<
    string,
    Promise<{ status: number; headers: Record<string, string>; body: Buffer; stored?: StoredResponse }>
  >();
  let generation = 0;
  let hits = 0;
  let misses = 0;
  let day = { text: '', until: 0 };

  function today(): string {
    const time = now().getTime();
    if (time >= day.until || time < day.until - 1_000)
      day = { text: formatDay(time, timeZone()), until: time + 1_000 };
    return day.text;
  }

  let known = { generation: -1, at: 0 };

  /** Read before the page is rendered, so that a cached page contains everything that was scheduled before. */
  async function nextChange(): Promise<number> {
    const time = now().getTime();
    if (known.generation === generation && known.at > time) return known.at;
    const readFor = generation;
    try {
      known = { generation: readFor, at: await readNextChange() };
      return known.at;
    } catch {
      return time + unknownChangeMs;
    }
  }

  async function renderPage(key: string) {
    const generationAtStart = generation;
    const dayAtStart = today();
    const until = await nextChange();
    const readAt = now().getTime();
    const page = await render(new Request(siteUrl + key));
    const { status, body } = page;
    const headers = Object.fromEntries(page.headers);
    const mayBeCached = status === (key === unknownPage ? 404 : 200);
    if (!mayBeCached || headers['set-cookie'] || /private|no-store/.test(headers['cache-control'] ?? '')) {
      return { status, headers, body };
    }
    headers['cache-control'] ??= 'public, max-age=0, must-revalidate';
    const stored = await createStoredResponse(body, headers, 9);
    if (generationAtStart === generation && body.length <= maxPageBytes)
      pages.set(key, { stored, status, day: dayAtStart, readAt, until });
    return { status, headers, body, stored };
  }

  /** Most URLs are equal to their key, so that none needs to be created. */
  function find({ method, url = '' }: IncomingMessage): CachedPage | undefined {
    if (method !== 'GET' && method !== 'HEAD') return undefined;
    const page = pages.get(url);
    if (page) return page;
    const key = pageCacheKey(method, url);
    return key === null || key === url ? undefined : pages.get(key);
  }

  function isCurrent(page: CachedPage): boolean {
    if (page.day !== today()) return false;
    if (lifetimeMs !== Infinity && now().getTime() - page.readAt > lifetimeMs) return false;
    return page.until === Infinity || now().getTime() < page.until;
  }

  function send(request: IncomingMessage, response: ServerResponse, page: CachedPage): boolean {
    if (!isCurrent(page)) return false;
    hits += 1;
    sendStoredResponse(request, response, page.stored, page.status);
    return true;
  }

  return {
    respond(request, response) {
      const page = find(request);
      return page !== undefined && send(request, response, page);
    },

    async render(request, response, admit) {
      const asked = pageCacheKey(request.method, request.url);
      if (asked === null) return false;
      const key = !asked.includes('?') && isUnknown(asked) ? unknownPage : asked;
      if (key === unknownPage && pages.has(key)) {
        // Rendering it is cheap, but programs that probe for paths send many requests.
        (await admit?.())?.();
        // respond() has already looked for the other pages.
        const kept = pages.get(key);
        if (kept && send(request, response, kept)) return true;
      }
      misses += 1;
      // Concurrent requests share one rendering, unless a write came in between.
      const release = inFlight.has(`${generation} ${key}`) ? undefined : await admit?.();
      const renderKey = `${generation} ${key}`;
      const rendering = inFlight.get(renderKey) ?? renderPage(key).finally(() => inFlight.delete(renderKey));
      inFlight.set(renderKey, rendering);
      const page = await (release ? rendering.finally(release) : rendering);
      if (page.stored) sendStoredResponse(request, response, page.stored, page.status);
      else {
        response.writeHead(page.status, {
          ...addRequestQueryToRedirect(page.headers, request),
          'content-length': page.body.length,
        });
        response.end(request.method === 'HEAD' ? undefined : page.body);
      }
      return true;
    },

    clear() {
      generation += 1;
      pages.clear();
    },

    stats: () => ({ hits, misses, pages: pages.size, bytes: pages.calculatedSize }),
  };
}
