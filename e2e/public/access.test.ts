import { expect, test } from '../product/fixture.ts';
import { openHydrated } from '../product/hydrated.ts';

test('A-27 the forms take pasted and remembered words', async ({ page }) => {
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

test('A-29 nothing is shown only on hover @audit', async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 800 });
  await openHydrated(page, '/services');
  const shownText = () => page.evaluate(() => document.body.innerText);
  const before = await shownText();
  for (const tile of await page.locator('.tile').all()) await tile.hover();
  for (const link of await page.locator('header a').all()) await link.hover();
  expect(await shownText()).toBe(before);
});

/** In pages for which `defineContrast` runs: the contrast of two CSS colours by WCAG 2. */
declare const contrastOf: (one: string, other: string) => number;

/** Runs in the page. */
function defineContrast(): void {
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
  Object.assign(globalThis, {
    contrastOf(one: string, other: string): number {
      const [dark = 0, light = 0] = [luminance(one), luminance(other)].toSorted((a, b) => a - b);
      return (light + 0.05) / (dark + 0.05);
    },
  });
}

test('A-3 A-25 borders of controls and focus rings have a contrast of 3:1, more if the user prefers more @audit', async ({
  page,
}) => {
  await page.addInitScript(defineContrast);
  for (const contrast of ['no-preference', 'more'] as const) {
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme, contrast });
      await page.goto('/contact');
      const ratios = await page.locator('main .input').evaluateAll((fields) =>
        fields.map((field) => {
          const { borderTopColor, backgroundColor } = getComputedStyle(field);
          return contrastOf(borderTopColor, backgroundColor);
        }),
      );
      expect(ratios.length).toBeGreaterThan(4);
      for (const ratio of ratios) expect(ratio).toBeGreaterThanOrEqual(contrast === 'more' ? 7 : 3);
    }
  }
});

/** Moves the focus through all stops; returns their number, and the focus rings that are wrong. */
async function walkRings(): Promise<{ stops: number; faults: string[] }> {
  function faultOfRing(element: Element): string {
    let ground = 'white';
    for (let at = element.parentElement; at && ground === 'white'; at = at.parentElement) {
      const { backgroundColor } = getComputedStyle(at);
      if (backgroundColor !== 'rgba(0, 0, 0, 0)') ground = backgroundColor;
    }
    const { outlineColor, outlineWidth, boxShadow } = getComputedStyle(element);
    const [gap, halo] = boxShadow.match(/rgba?\([^)]*\)/g) ?? [];
    const around = Math.max(contrastOf(outlineColor, ground), halo ? contrastOf(halo, ground) : 0);
    const isGood =
      Number.parseFloat(outlineWidth) >= 3 && around >= 3 && (!gap || contrastOf(outlineColor, gap) >= 3);
    return isGood ? '' : `${element.outerHTML.slice(0, 80)}: ${outlineWidth} ${outlineColor} on ${ground}`;
  }
  const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));
  const faults: string[] = [];
  const stops = [
    ...document.querySelectorAll<HTMLElement>('a[href], button, input, select, textarea, summary'),
  ].filter((element) => element.tabIndex >= 0 && element.checkVisibility({ visibilityProperty: true }));
  for (const stop of stops) {
    stop.focus();
    let fault = faultOfRing(stop);
    // a ring may be drawn some frames later
    for (let frames = 0; fault && frames < 30; frames += 1) {
      await frame();
      fault = faultOfRing(stop);
    }
    if (fault) faults.push(fault);
  }
  return { stops: stops.length, faults };
}

test('A-3 the focus ring has a contrast of 3 to 1 with its gap and with its surroundings @audit', async ({
  page,
}) => {
  await page.addInitScript(defineContrast);
  await page.emulateMedia({ reducedMotion: 'reduce' });
  for (const path of ['/', '/contact']) {
    await page.goto(path);
    // after a key press, the focus shows its ring
    await page.keyboard.press('Tab');
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      const { stops, faults } = await page.evaluate(walkRings);
      expect(faults, `${path} ${colorScheme}`).toEqual([]);
      expect(stops).toBeGreaterThan(25);
    }
  }
});
