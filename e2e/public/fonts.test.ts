// When the fonts of the public pages are fetched, and what moves when they arrive.
import type { Page } from '@playwright/test';
import { sampleMatrix } from '@fairlead/backend/testing/target';
import { expect, test } from '../product/fixture.ts';
import { openHydrated } from '../product/hydrated.ts';
import { publicPaths } from './public-paths.ts';

const paths = sampleMatrix(
  ['/', '/services', '/resources/what-pay-per-results-really-measures'],
  ['/services/paid-search-social', '/contact', '/apps', '/privacy'],
);

/** Delays the fonts until the function returned is called. */
async function holdFonts(page: Page): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  await page.route('**/*.woff2', async (route) => {
    await promise;
    await route.continue();
  });
  return resolve;
}

/** Resolves when all fonts that the page uses are loaded. */
async function fontsLoaded(page: Page): Promise<void> {
  await page.locator('html[data-fonts]').waitFor();
  await page.evaluate(() => document.fonts.ready);
}

test('S-14 the first paint does not wait for a font, and every page gets them afterwards', async ({
  page,
}) => {
  for (const path of paths) {
    await page.goto(path);
    await fontsLoaded(page);
    const found = await page.evaluate(() => {
      const fonts = performance.getEntriesByType('resource').filter(({ name }) => name.endsWith('.woff2'));
      const paint = performance.getEntriesByName('first-contentful-paint')[0]?.startTime;
      return { count: fonts.length, asksBefore: fonts.some(({ startTime }) => startTime < (paint ?? 0)) };
    });
    // Later pages have the fonts of the first in the cache and use them at once.
    if (path === paths[0]) expect(found.asksBefore, path).toBe(false);
    expect(found.count, path).toBeGreaterThanOrEqual(2);
    const family = await page.evaluate(() => getComputedStyle(document.body).fontFamily);
    expect(family, path).toMatch(/^"?Atkinson Hyperlegible Next/);
  }
});

for (const width of sampleMatrix([390], [768, 1440])) {
  test(`S-14 fonts that arrive late move almost nothing at ${width} px`, async ({ browser, product }) => {
    for (const path of paths) {
      const context = await browser.newContext({ viewport: { width, height: 900 } });
      const page = await context.newPage();
      const release = await holdFonts(page);
      const requested = page.waitForRequest('**/*.woff2');
      await page.goto(product.url + path, { waitUntil: 'domcontentloaded' });
      await requested;
      release();
      await page.locator('html[data-fonts]').waitFor();
      const shift = await page.evaluate(async () => {
        await document.fonts.ready;
        const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));
        await frame();
        await frame();
        let sum = 0;
        const add = (list: PerformanceEntryList) => {
          for (const entry of list) sum += (entry as PerformanceEntry & { value: number }).value;
        };
        const observer = new PerformanceObserver((list) => add(list.getEntries()));
        observer.observe({ type: 'layout-shift', buffered: true });
        await frame();
        await frame();
        add(observer.takeRecords());
        return sum;
      });
      // Half of what counts as good; a line that breaks differently at one width is 0.02.
      expect(shift, path).toBeLessThan(0.05);
      await context.close();
    }
  });
}

/** The boxes of all elements but parts of drawings: "NAME top left width height". */
function measureBoxes(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    [...document.querySelectorAll('body :not(svg *)')].map((element) => {
      const { top, left, width, height } = element.getBoundingClientRect();
      return `${element.tagName} ${top} ${left} ${width} ${height}`;
    }),
  );
}

const fallbacks = ["'Atkinson as Arial'", "'Atkinson as DejaVu'", 'serif'];

test('P-11 no font that arrives late moves a reader who has scrolled, on any page; the next page has the fonts', async ({
  browser,
  product,
}) => {
  const all = sampleMatrix(
    paths,
    publicPaths.filter((path) => !paths.includes(path)),
  );
  for (const [index, path] of all.entries()) {
    const context = await browser.newContext({ viewport: { width: 390, height: 700 } });
    const page = await context.newPage();
    const fallback = fallbacks[index % fallbacks.length] ?? '';
    await page.addInitScript((family) => {
      const sheet = new CSSStyleSheet();
      sheet.replaceSync(
        `:root { --sans-fallback: ${family} !important; --display-fallback: ${family} !important }`,
      );
      document.adoptedStyleSheets = [sheet];
    }, fallback);
    const release = await holdFonts(page);
    const requested = page.waitForRequest('**/*.woff2');
    await page.goto(product.url + path, { waitUntil: 'domcontentloaded' });
    await requested;
    await page.evaluate(
      () =>
        new Promise((resolve) => {
          addEventListener('scroll', resolve, { once: true });
          scrollTo({ top: 60, behavior: 'instant' });
        }),
    );
    const before = await measureBoxes(page);
    release();
    await page.evaluate(async () => {
      await Promise.allSettled([...document.fonts].map((font) => font.load()));
      await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
    });
    expect(await measureBoxes(page), `${fallback} ${path}`).toEqual(before);
    await page.locator('main a[href^="/"], footer a[href^="/"]').first().click();
    await expect(page.locator('html[data-fonts]')).toBeAttached();
    await context.close();
  }
});

/** What browsers that resist fingerprinting leave out of `performance`. */
const missing: Record<string, () => void> = {
  'entries of paints': () => {
    const { observe } = PerformanceObserver.prototype;
    PerformanceObserver.prototype.observe = function (options) {
      if (options?.type !== 'paint') observe.call(this, options);
    };
    performance.getEntriesByType = () => [];
  },
  PerformanceObserver: () => Reflect.deleteProperty(window, 'PerformanceObserver'),
};

for (const [name, leaveOut] of Object.entries(missing))
  test(`S-14 pages use the fonts, and hydrate, in a browser without ${name} @audit`, async ({ page }) => {
    await page.addInitScript(leaveOut);
    await openHydrated(page, '/privacy');
    await fontsLoaded(page);
  });

test('S-14 a painted background alone does not fetch the fonts @audit', async ({ page }) => {
  await page.addInitScript(() => {
    // first-paint can precede first-contentful-paint by seconds.
    class OnlyFirstPaint {
      constructor(callback: PerformanceObserverCallback) {
        const getEntriesByName = (name: string) => (name === 'first-paint' ? [{ name }] : []);
        callback({ getEntriesByName } as PerformanceObserverEntryList, this as never);
      }
      observe = () => {};
    }
    window.PerformanceObserver = OnlyFirstPaint as never;
    addEventListener('load', () => {
      document.body.dataset['atLoad'] = String(document.documentElement.hasAttribute('data-fonts'));
    });
  });
  await page.goto('/');
  await expect(page.locator('body')).toHaveAttribute('data-at-load', 'false');
});

test('S-14 without paint entries, the fonts wait for the first frame', async ({ page }) => {
  await page.clock.install();
  await page.addInitScript(() => {
    Reflect.deleteProperty(window, 'PerformanceObserver');
    // instead of that of the installed clock
    window.requestAnimationFrame = () => 0;
  });
  await page.goto('/');
  await page.clock.runFor(5000);
  await expect(page.locator('html')).not.toHaveAttribute('data-fonts');
});

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false });

  test('P-22 pages use the fonts', async ({ page }) => {
    const font = page.waitForRequest(/atkinson-hyperlegible-next.*\.woff2$/);
    await page.goto('/');
    await font;
  });
});
