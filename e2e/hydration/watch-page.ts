import type { Page, Request } from '@playwright/test';

/** A kilobyte is 1,000 bytes here. */
export const maxBytesToHydrate = 130_000;

export function recordScripts(page: Page): Request[] {
  const scripts: Request[] = [];
  page.on('request', (request) => {
    if (request.resourceType() === 'script' || /\.js(\?|$)/.test(request.url())) scripts.push(request);
  });
  return scripts;
}

/** Weighs what comes over the line since the last restart, compressed, in bytes; a restart empties the cache. */
export async function weighPage(page: Page) {
  const session = await page.context().newCDPSession(page);
  await session.send('Network.enable');
  let bytes = 0;
  let scriptBytes = 0;
  // Pictures are what an editor uploads: their number and weight are the record's, not the page's. Drawn ones count.
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

/** Keeps the scripts of a page on their way until they are let go. */
export async function holdScripts(page: Page): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  await page.route('**/assets/*.js', async (route) => {
    await promise;
    await route.continue();
  });
  return resolve;
}

/** Resolves when React has taken the page over, and writes down where. Marks the page before any script of it runs. */
export async function watchHydration(page: Page): Promise<() => Promise<unknown>> {
  await page.addInitScript(() => {
    addEventListener('hydrated', () =>
      document.documentElement.setAttribute('data-test-hydrated', location.pathname),
    );
  });
  return () => page.waitForSelector('html[data-test-hydrated]', { state: 'attached' });
}
