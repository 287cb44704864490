import { expect, test } from '../product/fixture.ts';
import { sampledPublicPaths } from './public-paths.ts';

test('B-180 the drawings of the services differ in at least a quarter of their area, two by two, at 200 px @audit', async ({
  page,
}) => {
  await page.goto('/services');
  const links = page.locator('main .tile-link[href^="/services/"]');
  await expect(links).toHaveCount(7);
  const slugs = await links.evaluateAll((all) => all.map((link) => link.getAttribute('href')!.slice(10)));
  const drawn = await page.locator('.tile-picture use').first().getAttribute('href');
  const sources = slugs.map((slug) => drawn!.replace(/[\w-]+\.svg#.*$/, `${slug}.svg`));
  const pixels = await page.evaluate(async (paths) => {
    const [width, height] = [200, 73];
    return Promise.all(
      paths.map(async (path) => {
        const image = new Image(width, height);
        image.src = path;
        await image.decode();
        const pen = new OffscreenCanvas(width, height).getContext('2d')!;
        pen.drawImage(image, 0, 0, width, height);
        return [...pen.getImageData(0, 0, width, height).data];
      }),
    );
  }, sources);
  /** The share of pixels whose colours differ by more than shading does. */
  function difference(one: readonly number[], other: readonly number[]): number {
    let different = 0;
    for (let i = 0; i < one.length; i += 4) {
      const distance = [0, 1, 2].reduce(
        (sum, j) => sum + Math.abs((one[i + j] ?? 0) - (other[i + j] ?? 0)),
        0,
      );
      if (distance > 24) different += 1;
    }
    return (4 * different) / one.length;
  }
  const pairs = pixels.flatMap((one, i) => pixels.slice(i + 1).map((other) => difference(one, other)));
  expect(pairs).toHaveLength(21);
  expect(Math.min(...pairs)).toBeGreaterThan(0.25);
});

test('B-182 a zero has no slash and is as wide as every other figure of a table', async ({ page }) => {
  await page.goto('/services/pay-per-results-seo');
  await page.locator('html[data-fonts]').waitFor();
  const faces = await page.evaluate(async () => {
    const style = getComputedStyle(document.documentElement);
    const size = 200;
    return Promise.all(
      [400, 700].map(async (weight) => {
        const font = `${weight} ${size}px ${style.getPropertyValue('--font-sans').split(',')[0]}`;
        const loaded = await document.fonts.load(font, '0');
        const pen = new OffscreenCanvas(size, size).getContext('2d', { willReadFrequently: true })!;
        pen.font = font;
        pen.textBaseline = 'alphabetic';
        const { actualBoundingBoxAscent: ascent, width } = pen.measureText('0');
        pen.fillText('0', 0, ascent);
        const [x, y] = [Math.round(width / 2), Math.round(ascent / 2)];
        const [, , , inside] = pen.getImageData(x, y, 1, 1).data;
        const probe = document.createElement('span');
        probe.style.cssText = `position:absolute;font:${font};font-variant-numeric:tabular-nums`;
        document.body.append(probe);
        const widths = [...'0123456789'].map((figure) => {
          probe.textContent = figure.repeat(10);
          return probe.getBoundingClientRect().width;
        });
        probe.remove();
        return { font, faces: loaded.length, inside, widths: new Set(widths.map(Math.round)).size };
      }),
    );
  });
  for (const { font, ...face } of faces)
    expect([font, face]).toEqual([font, { faces: 1, inside: 0, widths: 1 }]);
});

test('B-441 public pages load two fonts and no monospaced one; their prices, dates and counts have tabular figures of the text face', async ({
  page,
}) => {
  for (const path of sampledPublicPaths) {
    const fonts = new Set<string>();
    page.on('request', (request) => {
      if (request.url().endsWith('.woff2')) fonts.add(request.url());
    });
    await page.goto(path);
    await page.locator('html[data-fonts]').waitFor();
    await page.evaluate(() => document.fonts.ready);
    const { faces, figures } = await page.evaluate(() => {
      const sans = getComputedStyle(document.body).fontFamily;
      return {
        faces: [...document.fonts].map(({ family }) => family).filter((family) => /mono/i.test(family)),
        figures: [...document.querySelectorAll('.figure')].flatMap((element) => {
          const { fontFamily, fontVariantNumeric } = getComputedStyle(element);
          return fontFamily === sans && fontVariantNumeric === 'tabular-nums' ? [] : [element.textContent];
        }),
      };
    });
    expect(faces, path).toEqual([]);
    expect(figures, path).toEqual([]);
    expect(
      [...fonts].filter((name) => /mono/.test(name)),
      path,
    ).toEqual([]);
    page.removeAllListeners('request');
  }
  await page.goto('/services/pay-per-results-seo');
  await expect(page.locator('.figure', { hasText: '$1,200' })).toBeVisible();
});

test('a box that is not ticked has the colour of other fields, in both themes @audit', async ({ page }) => {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    await page.goto('/contact');
    const background = (element: Element) => getComputedStyle(element).backgroundColor;
    const box = page.getByRole('checkbox');
    expect(await box.evaluate(background)).toBe(await page.getByLabel('Message').evaluate(background));
    expect(await box.evaluate((element) => getComputedStyle(element).appearance)).toBe('none');
  }
});

test('a badge has a border, or another colour than what is behind it, on every kind of page in both themes @audit', async ({
  page,
}) => {
  for (const path of sampledPublicPaths) {
    await page.goto(path);
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      const unseen = await page.evaluate(() => {
        const clear = 'rgba(0, 0, 0, 0)';
        const ground = (element: Element | null): string => {
          if (!element) return clear;
          const own = getComputedStyle(element).backgroundColor;
          return own === clear ? ground(element.parentElement) : own;
        };
        return [...document.querySelectorAll('main .badge')]
          .filter((badge) => getComputedStyle(badge).borderTopColor === clear)
          .filter((badge) => ground(badge) === ground(badge.parentElement))
          .map((badge) => badge.textContent);
      });
      expect(unseen, `${path}, ${colorScheme}`).toEqual([]);
    }
  }
});
