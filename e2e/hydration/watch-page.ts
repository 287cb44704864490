import type { Page, Request } from '@playwright/test';
import { holdRequests } from '../product/hold-requests.ts';

/** A kilobyte is 1,000 bytes here. */
export const maxBytesToHydrate = 130_000;

export function recordScripts(page: Page): Request[] {
  const scripts: Request[] = [];
  page.on('request', (request) => {
    if (request.resourceType() === 'script' || /\.js(\?|$)/.test(request.url())) scripts.push(request);
  });
  return scripts;
}

/** Counts the compressed bytes that were received since the last restart; a restart empties the cache. */
export async function measurePageBytes(page: Page) {
  const session = await page.context().newCDPSession(page);
  await session.send('Network.enable');
  let bytes = 0;
  let scriptBytes = 0;
  // Editors upload pictures, so their number and size belong to the record, not to the page. Drawn ones are counted.
  const pictures = new Set<string>();
  session.on('Network.responseReceived', ({ requestId, response }) => {
    if (/^image\/(?!svg)/.test(response.mimeType)) pictures.add(requestId);
  });
  session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    if (!pictures.has(requestId)) bytes += encodedDataLength;
  });
  page.on('response', (response) => {
    if (new URL(response.url()).pathname.endsWith('.js'))
      scriptBytes += Number(response.headers()['content-length']);
  });
  return {
    page: () => bytes,
    scripts: () => scriptBytes,
    async restart() {
      [bytes, scriptBytes] = [0, 0];
      await session.send('Network.clearBrowserCache');
    },
  };
}

/** Holds back the scripts of a page; returns the function that releases them. */
export async function holdScripts(page: Page): Promise<() => void> {
  return holdRequests(page, '**/assets/*.js');
}

/** Returns a function that waits for hydration, whose path an attribute records. Call it before the page is opened. */
export async function prepareHydrationWait(page: Page): Promise<() => Promise<unknown>> {
  await page.addInitScript(() => {
    addEventListener('hydrated', () =>
      document.documentElement.setAttribute('data-test-hydrated', location.pathname),
    );
  });
  return () => page.waitForSelector('html[data-test-hydrated]', { state: 'attached' });
}
