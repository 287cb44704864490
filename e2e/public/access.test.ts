import type { Page } from '@playwright/test';
import { expect, test } from '../product/fixture.ts';
import { publicPaths } from './public-paths.ts';
import { openHydrated } from '../product/hydrated.ts';

/** What a page says of itself, as it is served. */
interface PageFacts {
  path: string;
  language: string | null;
  languagesOfParts: string[];
  /** Markup of pictures and drawings without words that are not hidden. */
  silentPictures: string[];
  footerLinks: string[];
  titled: string[];
}

function readPage(): Omit<PageFacts, 'path'> {
  const hidden = (element: Element) => element.closest('[aria-hidden=true]') !== null;
  const all = (selector: string) => [...document.querySelectorAll(selector)];
  // what a record brings is content; only what stands for a record without one is decoration
  const records = all('main img[src*="/samples/"], main img[src*="/storage/"]');
  const silentPictures = [
    ...all('img:not([alt])'),
    ...records.filter(
      (image) => image.getAttribute('alt') === '' && !image.matches('.app-logo img, .tile-picture img'),
    ),
    ...all('svg').filter(
      (svg) => !hidden(svg) && !(svg.getAttribute('role') === 'img' && svg.getAttribute('aria-label')),
    ),
    ...all('svg text'),
  ];
  return {
    language: document.documentElement.getAttribute('lang'),
    languagesOfParts: all('body [lang]').map((element) => element.getAttribute('lang') ?? ''),
    silentPictures: silentPictures.map((element) => element.outerHTML.slice(0, 120)),
    footerLinks: all('footer a').map((link) => `${link.textContent} ${link.getAttribute('href')}`),
    titled: all('[title]:not(link)').map((element) => element.outerHTML.slice(0, 120)),
  };
}

let visited: Promise<PageFacts[]> | undefined;

/** Opens every page once for all tests of this file: loading them is nearly all that these cost. */
function visitPages(page: Page): Promise<PageFacts[]> {
  visited ??= (async () => {
    const facts: PageFacts[] = [];
    for (const path of [...publicPaths, '/auth', '/dashboard']) {
      await page.goto(path);
      facts.push({ path, ...(await page.evaluate(readPage)) });
    }
    return facts;
  })();
  return visited;
}

async function visitPublicPages(page: Page): Promise<PageFacts[]> {
  return (await visitPages(page)).filter(({ path }) => publicPaths.includes(path));
}

test('A-7 every page says its language once, and marks no part with one that is none', async ({ page }) => {
  for (const { path, language, languagesOfParts } of await visitPages(page)) {
    expect([path, language]).toEqual([path, 'en-CA']);
    for (const one of languagesOfParts) expect(Intl.getCanonicalLocales(one)).toEqual([one]);
  }
});

test('A-26 a picture has its words or is hidden; drawings are hidden and hold no text', async ({ page }) => {
  for (const { path, silentPictures } of await visitPublicPages(page))
    expect(silentPictures, path).toEqual([]);
  const chart = await page.request.get('/chart/tile-coast-2/pay-per-results-seo.svg');
  expect(await chart.text()).not.toContain('<text');
});

test('A-28 links that leave say so, phone and mail links say what they hold, dates are dates', async ({
  page,
}) => {
  for (const path of publicPaths) {
    await page.goto(path);
    for (const link of await page.locator('a[target=_blank], a[href^="http"]').all()) {
      await expect(link, path).toHaveAccessibleName(/opens in a new tab/);
      await expect(link).toHaveAttribute('rel', /noreferrer|noopener/);
    }
    for (const link of await page.locator('a[href^="tel:"]:visible').all())
      await expect(link, path).toHaveAccessibleName(/1-800-555-0199/);
    for (const link of await page.locator('a[href^="mailto:"]').all())
      await expect(link, path).toHaveAccessibleName(/hello@fairlead\.example/);
    const loose = await page.evaluate(() => {
      const month = /\b(Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)[a-z]* \d{1,2}, \d{4}\b/;
      const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
      const found: string[] = [];
      while (walker.nextNode()) {
        const { parentElement, textContent } = walker.currentNode;
        // prose is Markdown, and today's date changes with the visitor's clock
        if (month.test(textContent ?? '') && !parentElement?.closest('time, .prose, script, [data-clock]'))
          found.push(textContent ?? '');
      }
      return found;
    });
    expect(loose, path).toEqual([]);
    for (const time of await page.locator('time').all())
      expect(Date.parse((await time.getAttribute('datetime')) ?? '')).not.toBeNaN();
  }
});

test('A-27 help stands in the same place on every page, and the forms take pasted and remembered words', async ({
  page,
}) => {
  const footers = new Set((await visitPublicPages(page)).map(({ footerLinks }) => footerLinks.join('\n')));
  expect(footers.size).toBe(1);
  const [footer = ''] = footers;
  for (const help of ['tel:+18005550199', 'mailto:hello@fairlead.example', '/contact'])
    expect(footer).toContain(help);

  await openHydrated(page, '/contact');
  const form = page.locator('main form');
  for (const [label, purpose] of [
    ['Name', 'name'],
    ['Email', 'email'],
    ['Company', 'organization'],
    ['Phone', 'tel'],
  ] as const) {
    const field = form.getByLabel(label);
    await expect(field).toHaveAttribute('autocomplete', purpose);
    const isKept = await field.evaluate((element) =>
      element.dispatchEvent(new ClipboardEvent('paste', { bubbles: true, cancelable: true })),
    );
    expect(isKept, `pasting into ${label}`).toBe(true);
  }
});

test('A-29 nothing is said by a title or shown under a pointer alone', async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 800 });
  for (const { path, titled } of await visitPublicPages(page)) expect(titled, path).toEqual([]);
  await openHydrated(page, '/services');
  const shownText = () => page.evaluate(() => document.body.innerText);
  const before = await shownText();
  for (const tile of await page.locator('.tile').all()) await tile.hover();
  for (const link of await page.locator('header a').all()) await link.hover();
  expect(await shownText()).toBe(before);
});

test('A-3 A-25 borders of controls and rings keep 3 to 1, more when more is asked for', async ({ page }) => {
  for (const contrast of ['no-preference', 'more'] as const) {
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme, contrast });
      await page.goto('/contact');
      const ratios = await page.locator('main .input').evaluateAll((fields) => {
        const canvas = document.createElement('canvas').getContext('2d', { willReadFrequently: true });
        function luminance(colour: string): number {
          if (!canvas) return Number.NaN;
          canvas.fillStyle = colour;
          canvas.fillRect(0, 0, 1, 1);
          const [r = 0, g = 0, b = 0] = [...canvas.getImageData(0, 0, 1, 1).data].map((value) => {
            const part = value / 255;
            return part <= 0.040_45 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
          });
          return 0.2126 * r + 0.7152 * g + 0.0722 * b;
        }
        return fields.map((field) => {
          const { borderTopColor, backgroundColor } = getComputedStyle(field);
          const [dark = 0, light = 0] = [luminance(borderTopColor), luminance(backgroundColor)].toSorted(
            (a, b) => a - b,
          );
          return (light + 0.05) / (dark + 0.05);
        });
      });
      expect(ratios.length).toBeGreaterThan(4);
      for (const ratio of ratios) expect(ratio).toBeGreaterThanOrEqual(contrast === 'more' ? 7 : 3);
    }
  }
});

/** What is wrong with the ring of the element that has the focus. */
function faultOfRing(): string {
  const element = document.activeElement ?? document.body;
  const canvas = document.createElement('canvas').getContext('2d', { willReadFrequently: true });
  function luminance(colour: string): number {
    if (!canvas) return Number.NaN;
    canvas.fillStyle = colour;
    canvas.fillRect(0, 0, 1, 1);
    const [r = 0, g = 0, b = 0] = [...canvas.getImageData(0, 0, 1, 1).data].map((value) => {
      const part = value / 255;
      return part <= 0.040_45 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
    });
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  }
  function contrast(one: string, other: string): number {
    const [dark = 0, light = 0] = [luminance(one), luminance(other)].toSorted((a, b) => a - b);
    return (light + 0.05) / (dark + 0.05);
  }
  let ground = 'white';
  for (let at = element.parentElement; at && ground === 'white'; at = at.parentElement) {
    const { backgroundColor } = getComputedStyle(at);
    if (backgroundColor !== 'rgba(0, 0, 0, 0)') ground = backgroundColor;
  }
  const { outlineColor, outlineWidth, boxShadow } = getComputedStyle(element);
  const [gap, halo] = boxShadow.match(/rgba?\([^)]*\)/g) ?? [];
  const around = Math.max(contrast(outlineColor, ground), halo ? contrast(halo, ground) : 0);
  const isGood =
    Number.parseFloat(outlineWidth) >= 3 && around >= 3 && (!gap || contrast(outlineColor, gap) >= 3);
  return isGood ? '' : `${element.outerHTML.slice(0, 80)}: ${outlineWidth} ${outlineColor} on ${ground}`;
}

test('A-3 the ring of what has the focus keeps 3 to 1 to its gap and to what lies around it', async ({
  page,
}) => {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    for (const path of ['/', '/contact']) {
      await page.goto(path);
      let stops = 0;
      const isOnPage = () => page.evaluate(() => document.activeElement !== document.body);
      for (await page.keyboard.press('Tab'); await isOnPage(); await page.keyboard.press('Tab')) {
        stops += 1;
        // a ring may take a frame to be drawn
        await expect.poll(() => page.evaluate(faultOfRing), `${path} ${colorScheme}`).toBe('');
      }
      expect(stops).toBeGreaterThan(25);
    }
  }
});
