import type { Browser } from '@playwright/test';
import { startProduct } from '../../e2e/product/product.ts';
import type { Bench } from './bench.ts';
import { fetchSitemapPaths, openBrowser, phoneContextOptions } from './open-browser.ts';
import { fullOrTrialAmount } from './rounds.ts';

export const bench: Bench = {
  title:
    'bytes of a cold visit of every listed page: before a touch, and the scripts to hydrate after it (brotli)',
  needs: ['chromium'],
  async run(report) {
    await using product = await startProduct();
    await using browser = await openBrowser();
    // Not in the site map, and the page that staff open first.
    const listed = (await fetchSitemapPaths(product.url)).slice(0, fullOrTrialAmount(Infinity));
    for (const path of [...listed, '/auth']) {
      const { all, pictures, scripts } = await weigh(browser, product.url + path);
      const unit = 'kB';
      report.figure({ name: `${path} before a touch`, value: (all - pictures) / 1000, unit, atMost: 95 });
      if (pictures > 0) report.figure({ name: `${path} its pictures`, value: pictures / 1000, unit });
      report.figure({ name: `${path} scripts at a touch`, value: scripts / 1000, unit, atMost: 130 });
    }
  },
};

/** In bytes. Pictures are raster images; SVG counts as the page. */
async function weigh(browser: Browser, url: string) {
  const context = await browser.newContext(phoneContextOptions);
  const page = await context.newPage();
  const weights = { all: 0, pictures: 0, scripts: 0 };
  const session = await context.newCDPSession(page);
  await session.send('Network.enable');
  const types = new Map<string, string>();
  session.on('Network.responseReceived', ({ requestId, response }) =>
    types.set(requestId, response.mimeType),
  );
  let isTouched = false;
  session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    if (!isTouched) weights.all += encodedDataLength;
    if (!isTouched && /^image\/(?!svg)/.test(types.get(requestId) ?? ''))
      weights.pictures += encodedDataLength;
  });
  await page.addInitScript(() => {
    addEventListener('hydrated', () => {
      document.documentElement.dataset['hydratedAt'] = String(performance.now());
    });
  });
  await page.goto(url, { waitUntil: 'networkidle' });
  isTouched = true;
  // The first move may not change the pointer's position.
  await page.mouse.move(3, 3);
  await page.mouse.move(5, 5);
  await page.waitForSelector('html[data-hydrated-at]', { state: 'attached' });
  // What a page fetches after hydration does not delay it.
  weights.scripts = await page.evaluate(() => {
    const end = Number(document.documentElement.dataset['hydratedAt']);
    const resources = performance.getEntriesByType('resource') as PerformanceResourceTiming[];
    return resources
      .filter((entry) => new URL(entry.name).pathname.endsWith('.js') && entry.responseEnd <= end)
      .reduce((sum, entry) => sum + entry.encodedBodySize, 0);
  });
  await context.close();
  return weights;
}
