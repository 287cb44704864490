import { expect, test } from '../product/fixture.ts';
import { publicPaths } from './public-paths.ts';
import { resize } from '../product/resize.ts';

test('A-6 one h1, no skipped level, each landmark once', async ({ page }) => {
  for (const path of publicPaths) {
    await page.goto(path);
    const levels = await page
      .locator('h1, h2, h3, h4')
      .evaluateAll((all) =>
        all.filter((h) => (h as HTMLElement).offsetParent !== null).map((h) => Number(h.tagName[1])),
      );
    expect(
      levels.filter((level) => level === 1),
      path,
    ).toHaveLength(1);
    levels.forEach((level, i) =>
      expect(level - (levels[i - 1] ?? 1), `${path} heading ${i}`).toBeLessThanOrEqual(1),
    );
    for (const role of ['banner', 'main', 'contentinfo'] as const)
      await expect(page.getByRole(role)).toHaveCount(1);
  }
});

test('A-21 no sideways scrolling at 320 px, A-22 nor with text of 200 %', async ({ page }) => {
  for (const path of publicPaths) {
    await page.goto(path);
    for (const [width, size] of [
      [320, '100%'],
      [390, '200%'],
      [640, '200%'],
      [1280, '200%'],
    ] as const) {
      await resize(page, width, 640);
      await page.evaluate((value) => (document.documentElement.style.fontSize = value), size);
      const scroll = () => page.evaluate(() => document.documentElement.scrollWidth);
      await expect.poll(scroll, `${path} at ${width} px and ${size}`).toBeLessThanOrEqual(width);
    }
  }
});

test('A-22 with doubled text on a phone the number to call has two lines at most', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto('/contact');
  await page.evaluate(() => document.documentElement.style.setProperty('font-size', '200%'));
  const call = page
    .locator('main')
    .getByRole('link', { name: /^Call / })
    .first();
  // two lines of 2.25rem × 1.25
  expect((await call.boundingBox())?.height).toBeLessThan(3 * 45);
});

test('A-22 WCAG text spacing loses nothing', async ({ page }) => {
  await resize(page, 390, 800);
  for (const path of publicPaths) {
    await page.goto(path);
    await page.evaluate(() => {
      const sheet = new CSSStyleSheet();
      sheet.replaceSync(
        '*{line-height:1.5!important;letter-spacing:.12em!important;word-spacing:.16em!important}p{margin-bottom:2em!important}',
      );
      document.adoptedStyleSheets.push(sheet);
    });
    expect(await page.evaluate(() => document.documentElement.scrollWidth), path).toBeLessThanOrEqual(390);
    const clipped = await page
      .locator('main :is(h1, h2, h3, p, a, button, li, dt, dd, .badge)')
      .evaluateAll((all) =>
        all
          .filter(
            (e) =>
              getComputedStyle(e).overflow !== 'visible' &&
              e.scrollWidth > e.clientWidth + 1 &&
              !e.classList.contains('sr-only'),
          )
          .map((e) => e.outerHTML.slice(0, 80)),
      );
    expect(clipped, path).toEqual([]);
  }
});

test('A-4 targets are 24 px at least, buttons and fields 44', async ({ page }) => {
  await resize(page, 390, 800);
  for (const path of publicPaths) {
    await page.goto(path);
    const small = await page.locator('a, button, input, select, textarea').evaluateAll((all) =>
      all.flatMap((element) => {
        const { width, height } = element.getBoundingClientRect();
        if (width === 0 || getComputedStyle(element).clipPath !== 'none') return [];
        const isInline = element.tagName === 'A' && getComputedStyle(element).display === 'inline';
        const least =
          element.tagName === 'A' && !element.matches('.button, header a')
            ? 24
            : element.matches('.theme-switch button')
              ? 40
              : 44;
        return isInline || (width >= least - 0.5 && height >= least - 0.5)
          ? []
          : [`${element.outerHTML.slice(0, 90)} ${width}×${height}`];
      }),
    );
    expect(small, path).toEqual([]);
  }
});
