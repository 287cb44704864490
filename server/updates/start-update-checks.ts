import type { Config } from '../config.ts';
import { writeLog } from '../log/write-log.ts';
import { compareVersions, readFeed, readUpdateStatus, recordFeed } from './update-status.ts';

const dayMs = 24 * 60 * 60 * 1000;
/** After a start, so that it does not slow the first requests. */
const firstAfterMs = 60_000;
const timeoutMs = 30_000;
const maxBytes = 1_000_000;

/**
 * Reads UPDATE_FEED at most once a day, also across restarts, where it is set; nothing is sent but the request. A newer
 * version is logged. Returns the function that ends it.
 */
export function startUpdateChecks(config: Config, firstMs = firstAfterMs): () => void {
  const { UPDATE_FEED, DATA_DIR } = config;
  if (!UPDATE_FEED) return () => {};
  const ended = new AbortController();
  let timer: NodeJS.Timeout;

  async function check(): Promise<void> {
    try {
      recordFeed(DATA_DIR, readFeed(await fetchText(UPDATE_FEED ?? '', ended.signal)), new Date());
      logNewer();
    } catch (error) {
      if (!ended.signal.aborted)
        writeLog({ level: 'warn', event: 'updates.failed', message: describe(error) });
    }
  }

  function logNewer(): void {
    const { newest, running, security } = readUpdateStatus(DATA_DIR);
    if (newest === null || compareVersions(newest, running) <= 0) return;
    const message = `${newest} is out, ${running} is running${security ? '; it fixes a vulnerability' : ''}`;
    writeLog({ level: security ? 'warn' : 'info', event: 'updates.found', message });
  }

  function schedule(delayMs: number): void {
    timer = setTimeout(() => void check().then(() => schedule(dayMs)), delayMs).unref();
  }

  const { checkedAt } = readUpdateStatus(DATA_DIR);
  const sinceMs = checkedAt === null ? dayMs : Date.now() - Date.parse(checkedAt);
  // A clock that was set back must not stop the checks.
  schedule(sinceMs < 0 ? firstMs : Math.max(firstMs, dayMs - sinceMs));
  return () => {
    ended.abort();
    clearTimeout(timer);
  };
}

/** Redirects may not leave HTTPS. */
async function fetchText(url: string, signal: AbortSignal): Promise<string> {
  const response = await fetch(url, {
    signal: AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]),
    headers: { accept: 'application/feed+json, application/json', 'user-agent': 'fairlead' },
    credentials: 'omit',
  });
  if (!response.ok) throw new Error(`it responded with ${response.status}`);
  if (url.startsWith('https:') && !response.url.startsWith('https:'))
    throw new Error('it redirects to an address without HTTPS');
  let text = '';
  const decoder = new TextDecoder();
  for await (const chunk of response.body ?? []) {
    text += decoder.decode(chunk as Uint8Array, { stream: true });
    if (text.length > maxBytes) throw new Error('it is longer than 1 MB');
  }
  return text;
}

function describe(error: unknown): string {
  if (error instanceof SyntaxError || (error as Error).name === 'ZodError')
    return 'UPDATE_FEED: it is no JSON feed of releases';
  const { message, cause } = error as Error;
  return `UPDATE_FEED: ${cause instanceof Error ? cause.message : message}`;
}
