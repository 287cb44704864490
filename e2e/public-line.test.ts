import { expect, test } from './fixture.ts';
import { resize } from './resize.ts';

const widths = [390, 768, 1024, 1150, 1280, 1440, 1920];

test.use({ reducedMotion: 'reduce' });

/** The words on the bare sheet that the line runs through, as the page lies now. */
function wordsOnTheLine(): string[] {
  // words on paper lie over the line; these stand on the bare sheet
  const words = document.querySelectorAll(
    '.hero :is(p, .sounding), .about :is(h2, p), .home-services-head h2, .home-apps > .page > :is(h2, p), .sheet-header :is(h1, p, .sounding), .detail-words :is(p, h2), .closing :is(h2, p)',
  );
  const boxes = [...words].flatMap((element) => {
    if (element.matches('.sounding')) return [{ element, box: element.getBoundingClientRect() }];
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
        if (x > box.left - 4 && x < box.right + 4 && y > box.top && y < box.bottom)
          found.add(element.textContent ?? '');
    }
  }
  return [...found];
}

for (const path of ['/', '/services/review-generation-reputation', '/apps/harbour-reviews']) {
  test(`the line on ${path} keeps clear of words and soundings`, async ({ page }) => {
    await page.goto(path);
    await page.evaluate(() => document.fonts.ready);
    for (const width of widths) {
      await resize(page, width, 900);
      // boxes hung by anchors follow a new width a frame or more behind it
      await expect.poll(() => page.evaluate(wordsOnTheLine), `at ${width} px`).toEqual([]);
    }
  });
}

test('an article shows its picture from the top of its panel, whole where there is room', async ({
  page,
}) => {
  await page.goto('/resources/ten-minute-keyboard-test');
  for (const width of widths) {
    await resize(page, width, 900);
    const { gap, shown } = await page.locator('img.sheet-header-picture').evaluate((image) => {
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
