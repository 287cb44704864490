import { expect, test } from '../product/fixture.ts';

const paths = [
  '/',
  '/services',
  '/services/paid-search-social',
  '/apps',
  '/apps/ringcheck',
  '/resources',
  '/resources/ten-minute-keyboard-test',
];

test('S-14 every picture has its box; what is below the first view waits; the sizes of our own are offered @audit', async ({
  page,
}) => {
  await page.setViewportSize({ width: 412, height: 823 });
  for (const path of paths) {
    await page.goto(path);
    const images = await page.locator('img').evaluateAll((all) =>
      (all as HTMLImageElement[]).map((image) => ({
        src: image.getAttribute('src') ?? '',
        boxed: image.hasAttribute('width') && image.hasAttribute('height'),
        lazy: image.loading === 'lazy',
        first: image.fetchPriority === 'high',
        below: image.getBoundingClientRect().top > innerHeight,
        sizes: image.srcset === '' ? null : image.sizes,
        large: image.closest('dialog') !== null,
      })),
    );
    for (const image of images) {
      expect(image.boxed, `${path} ${image.src}`).toBe(true);
      if (image.below) expect(image.lazy, `${path} ${image.src}`).toBe(true);
      expect(image.lazy && image.first, `${path} ${image.src}`).toBe(false);
      if (image.src.endsWith('.webp') && !image.large)
        expect(image.sizes, `${path} ${image.src}`).toBeTruthy();
    }
  }
});

test('S-14 the picture at the head of a page comes first, in the size of the screen', async ({ page }) => {
  await page.setViewportSize({ width: 412, height: 823 });
  for (const path of ['/services/paid-search-social', '/resources/ten-minute-keyboard-test']) {
    await page.goto(path);
    const picture = page.locator('[data-detail-header] img');
    await expect(picture).toHaveAttribute('fetchpriority', 'high');
    await expect(picture).not.toHaveAttribute('loading', 'lazy');
    await expect
      .poll(() => picture.evaluate((image: HTMLImageElement) => image.currentSrc))
      .toMatch(/\/samples\/480\/[\w-]+\.webp$/);
    await expect
      .poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth))
      .toBeGreaterThan(0);
  }
});
