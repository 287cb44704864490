import { sampleMatrix } from '@fairlead/backend/testing/target';
import { expect, test } from '../product/fixture.ts';

test('A-9 A-10 every stop of the keyboard is seen: in view, ringed, not under the header @audit', async ({
  page,
}) => {
  test.setTimeout(120_000);
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.emulateMedia({ reducedMotion: 'reduce' });
  for (const path of sampleMatrix(
    ['/', '/contact'],
    ['/services', '/services/accessibility-audit', '/resources/ten-minute-keyboard-test'],
  )) {
    await page.goto(path);
    const stops = await page.locator('a:visible, button:visible, input:visible, textarea:visible').count();
    for (let i = 0; i < stops; i += 1) {
      await page.keyboard.press('Tab');
      const stop = await page.evaluate(async () => {
        // the browser scrolls a newly focused element into view in the next frame
        await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
        const element = document.activeElement;
        if (!element || element === document.body) return null;
        const { top, bottom, left, right } = element.getBoundingClientRect();
        const style = getComputedStyle(element);
        const tile = element.closest('.tile');
        const isRinged =
          tile && element.matches('.tile-link')
            ? true
            : Number.parseFloat(style.outlineWidth) >= 3 && style.outlineStyle !== 'none';
        const x = (left + right) / 2;
        const y = (top + bottom) / 2;
        const seen = document.elementsFromPoint(x, y);
        const isCovered =
          !seen.includes(element) ||
          (seen.findIndex((e) => e.closest('header')) === 0) !== (element.closest('header') !== null);
        return {
          html: element.outerHTML.slice(0, 100),
          isRinged,
          isCovered,
          isInView: top >= -1 && bottom <= innerHeight + 1,
        };
      });
      if (!stop) break;
      expect(stop, `${path}: ${stop.html}`).toMatchObject({
        isRinged: true,
        isCovered: false,
        isInView: true,
      });
    }
  }
});

test('A-23 a tile that gets the focus is not under the header', async ({ page }) => {
  for (const width of sampleMatrix([390], [1440])) {
    await page.setViewportSize({ width, height: 900 });
    await page.goto('/services');
    const links = page.locator('.tile-link');
    await links.first().focus();
    for (let i = 1; i < (await links.count()); i += 1) {
      await page.keyboard.press('Tab');
      await expect(links.nth(i)).toBeFocused();
      const top = () => links.nth(i).evaluate((link) => link.closest('.tile')!.getBoundingClientRect().top);
      await expect.poll(top, { message: `tile ${i} at ${width} px` }).toBeGreaterThan(78);
    }
  }
});

test('A-23 forced colours keep rings, borders and the chosen theme visible', async ({ page }) => {
  await page.emulateMedia({ forcedColors: 'active' });
  await page.goto('/contact');
  const border = await page
    .getByLabel('Name')
    .evaluate((element) => getComputedStyle(element).borderTopWidth);
  expect(Number.parseFloat(border)).toBeGreaterThanOrEqual(1);
  await page.keyboard.press('Tab');
  await page.keyboard.press('Tab');
  const outline = await page.evaluate(
    () => getComputedStyle(document.activeElement ?? document.body).outlineStyle,
  );
  expect(outline).toBe('solid');
  await page.goto('/services?category=search');
  const links = page.getByRole('navigation', { name: 'Categories' }).getByRole('link');
  const grounds = await links.evaluateAll((all) =>
    all.map((link) => [link.ariaCurrent, getComputedStyle(link).backgroundColor]),
  );
  const chosen = grounds.find(([current]) => current === 'true')?.[1];
  expect(grounds.filter(([, ground]) => ground === chosen)).toHaveLength(1);
});

test('A-24 nothing moves with reduced motion', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  for (const path of ['/', '/services/accessibility-audit']) {
    await page.goto(path);
    const running = await page.evaluate(() =>
      document.getAnimations().map((animation) => {
        const { target, pseudoElement } = animation.effect as KeyframeEffect;
        return `${animation.constructor.name} of ${target?.outerHTML.slice(0, 80)} ${pseudoElement ?? ''}`;
      }),
    );
    expect(running, path).toEqual([]);
  }
});
