import type { IncomingMessage, ServerResponse } from 'node:http';
import { LRUCache } from 'lru-cache';
import { pageKey } from './page-key.ts';
import { sendAnswer, storeAnswer, type StoredAnswer } from './stored-answer.ts';

/** A list of a few thousand records. */
const largestPageBytes = 8_000_000;
const torontoDay = new Intl.DateTimeFormat('en-CA', { timeZone: 'America/Toronto', dateStyle: 'short' });

interface KeptPage {
  answer: StoredAnswer;
  /** Pages show today's date, so none outlives its day in Toronto. */
  day: string;
  /** When its data was read at the latest, in milliseconds since 1970. */
  readAt: number;
}

export interface PageCache {
  /** Answers from memory, synchronously; false when the page is not there. */
  answer(request: IncomingMessage, response: ServerResponse): boolean;
  /**
   * Renders the page of a GET or HEAD and keeps it when it may be kept. The renderer sees a request made from the
   * key alone, so nothing of one visitor's request can reach the next. False when the request is not for such a page.
   * `admit` is waited for where no rendering of the page is under way; what it returns is called after the rendering.
   */
  render(
    request: IncomingMessage,
    response: ServerResponse,
    admit?: () => Promise<() => void>,
  ): Promise<boolean>;
  /** A content table was written: forgets every page, and those whose rendering has begun are not kept. */
  forget(): void;
}

export interface PageCacheOptions {
  /** Absolute addresses in pages come from here alone. */
  siteUrl: string;
  render: (request: Request) => Promise<Response>;
  maxBytes?: number;
  /** How long a page lives where writes are not announced (a hosted project); for the day when not given. */
  lifeMs?: number;
  now?: () => Date;
}

export function createPageCache({
  siteUrl,
  render,
  maxBytes = 64_000_000,
  lifeMs = Infinity,
  now = () => new Date(),
}: PageCacheOptions): PageCache {
  const pages = new LRUCache<string, KeptPage>({
    maxSize: maxBytes,
    sizeCalculation: ({ answer }, key) => answer.bytes + key.length,
  });
  const underWay = new Map<
    string,
    Promise<{ status: number; headers: Record<string, string>; body: Buffer; answer?: StoredAnswer }>
  >();
  let generation = 0;
  let day = { text: '', until: 0 };

  function today(): string {
    const time = now().getTime();
    if (time >= day.until || time < day.until - 1_000)
      day = { text: torontoDay.format(time), until: time + 1_000 };
    return day.text;
  }

  async function renderPage(key: string) {
    const began = generation;
    const begunOn = today();
    const readAt = now().getTime();
    const response = await render(new Request(siteUrl + key));
    const headers = Object.fromEntries(response.headers);
    const body = Buffer.from(await response.arrayBuffer());
    if (
      response.status !== 200 ||
      headers['set-cookie'] ||
      /private|no-store/.test(headers['cache-control'] ?? '')
    ) {
      return { status: response.status, headers, body };
    }
    headers['cache-control'] ??= 'public, max-age=0, must-revalidate';
    const answer = await storeAnswer(body, headers, 9);
    if (began === generation && body.length <= largestPageBytes)
      pages.set(key, { answer, day: begunOn, readAt });
    return { status: 200, headers, body, answer };
  }

  /** Most ask by the key itself, which is its own key: no need to make one. */
  function find({ method, url = '' }: IncomingMessage): KeptPage | undefined {
    if (method !== 'GET' && method !== 'HEAD') return undefined;
    const page = pages.get(url);
    if (page) return page;
    const key = pageKey(method, url);
    return key === null || key === url ? undefined : pages.get(key);
  }

  return {
    answer(request, response) {
      const page = find(request);
      if (!page || page.day !== today()) return false;
      if (lifeMs !== Infinity && now().getTime() - page.readAt > lifeMs) return false;
      sendAnswer(request, response, page.answer);
      return true;
    },

    async render(request, response, admit) {
      const key = pageKey(request.method, request.url);
      if (key === null) return false;
      // Callers who ask at the same time share one rendering, unless a write came in between.
      const leave = underWay.has(`${generation} ${key}`) ? undefined : await admit?.();
      const flight = `${generation} ${key}`;
      const rendering = underWay.get(flight) ?? renderPage(key).finally(() => underWay.delete(flight));
      underWay.set(flight, rendering);
      const page = await (leave ? rendering.finally(leave) : rendering);
      if (page.answer) sendAnswer(request, response, page.answer);
      else {
        response.writeHead(page.status, { ...page.headers, 'content-length': page.body.length });
        response.end(request.method === 'HEAD' ? undefined : page.body);
      }
      return true;
    },

    forget() {
      generation += 1;
      pages.clear();
    },
  };
}
