import { sampleMatrix } from '@fairlead/backend/testing/target';
import { expect, test } from '../product/fixture.ts';
import { resize } from '../product/resize.ts';

const widths = sampleMatrix([390, 1280], [768, 1024, 1150, 1440, 1920, 2560]);

test.use({ reducedMotion: 'reduce' });

/** The texts on the plain background that the line comes near in the present layout: within 8 px on a phone. */
function wordsOnTheLine(): string[] {
  const margin = innerWidth < 768 ? 8 + 2.5 : 4;
  // texts on a panel are drawn above the line; these are on the plain background
  const words = document.querySelectorAll(
    '[aria-labelledby=hero-title] :is(p, .chart-facts > div), #about :is(h2, p), #services-title, #apps-title, #apps-title + p, [data-detail-header] :is(h1, p, .chart-facts > div), [data-detail-text] :is(p, h2, ul), section.night :is(h2, p)',
  );
  const boxes = [...words].flatMap((element) => {
    if (element.matches('.chart-facts > div, ul')) return [{ element, box: element.getBoundingClientRect() }];
    const range = document.createRange();
    range.selectNodeContents(element);
    return [...range.getClientRects()].map((box) => ({ element, box }));
  });
  const found = new Set<string>();
  for (const path of document.querySelectorAll<SVGPathElement>('.line path')) {
    const matrix = path.getScreenCTM();
    if (!matrix || path.getClientRects().length === 0) continue;
    const length = path.getTotalLength();
    for (let i = 0; i <= 200; i += 1) {
      const { x, y } = path.getPointAtLength((length * i) / 200).matrixTransform(matrix);
      for (const { element, box } of boxes)
        if (x > box.left - margin && x < box.right + margin && y > box.top && y < box.bottom)
          found.add(element.textContent ?? '');
    }
  }
  return [...found];
}

for (const path of sampleMatrix(
  ['/'],
  ['/services/paid-search-social', '/services/review-generation-reputation', '/apps/harbour-reviews'],
)) {
  test(`the line on ${path} keeps clear of words and soundings`, async ({ page }) => {
    await page.goto(path);
    await page.locator('html[data-fonts]').waitFor();
    await page.evaluate(() => document.fonts.ready);
    for (const width of widths) {
      await resize(page, width, 900);
      // boxes positioned by anchors follow a new width a frame or more later
      await expect.poll(() => page.evaluate(wordsOnTheLine), `at ${width} px`).toEqual([]);
    }
  });
}

test('an article shows its picture from the top of its panel, whole where there is room @audit', async ({
  page,
}) => {
  await page.goto('/resources/ten-minute-keyboard-test');
  for (const width of widths) {
    await resize(page, width, 900);
    const { gap, shown } = await page.locator('[data-detail-header] img').evaluate((image) => {
      const picture = image.getBoundingClientRect();
      const panel = image.parentElement?.getBoundingClientRect();
      return {
        gap: picture.top - (panel?.top ?? 0),
        shown: Math.min(1, picture.width / picture.height / (1200 / 630)),
      };
    });
    expect(gap, `at ${width} px`).toBeLessThanOrEqual(2);
    expect(shown, `at ${width} px`).toBeGreaterThan(0.85);
  }
});

test('the line runs on from the head of a page to its right margin, however wide the window is @audit', async ({
  page,
}) => {
  for (const path of ['/services/accessible-remediation', '/services/paid-search-social', '/apps/leadline']) {
    await page.goto(path);
    for (const width of [1440, 1920, 2560]) {
      await resize(page, width, 900);
      const ends = () =>
        page.evaluate(() => {
          const rail = document.querySelector('.line-rail')?.getBoundingClientRect();
          const head = document.querySelector('.line-leave, .line-pass')?.getBoundingClientRect();
          if (!rail || !head || head.width < 50) return 'no line in the head';
          const gap = Math.hypot((rail.left + rail.right) / 2 - head.right, rail.top - head.bottom);
          return gap < 2 ? 'whole' : `${gap} px apart`;
        });
      await expect.poll(ends, `${path} at ${width}`).toBe('whole');
    }
  }
});

test('A-23 in forced colours the ring around the word is whole, and the page one is on is marked @audit', async ({
  page,
}) => {
  await page.emulateMedia({ forcedColors: 'active' });
  await page.goto('/');
  // the background of forced text covers borders, but not here
  const ring = page.locator('h1 span span').first();
  await expect(ring).toHaveCSS('forced-color-adjust', 'none');
  const colours = await ring.evaluate((element) => {
    const { color, borderTopColor, backgroundColor } = getComputedStyle(element);
    return { isRing: borderTopColor === color, isSeen: color !== backgroundColor };
  });
  expect(colours).toEqual({ isRing: true, isSeen: true });
  const mark = await page
    .locator('header [aria-current]')
    .evaluate((link) => [
      getComputedStyle(link, '::after').backgroundColor,
      getComputedStyle(document.body).backgroundColor,
    ]);
  expect(mark[0]).not.toBe(mark[1]);
});
