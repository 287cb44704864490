import type { Page } from '@playwright/test';
import { expect, test } from '../product/fixture.ts';
import { openHydrated } from '../product/hydrated.ts';

/** In later documents, records for every view transition the names of its animated parts. */
async function watchTransitions(page: Page): Promise<() => Promise<string[]>> {
  await page.addInitScript(() => {
    function write(name: string, value: string): void {
      document.documentElement.dataset[name] = value;
    }
    async function note(turn: ViewTransition): Promise<void> {
      await turn.ready;
      const parts = document
        .getAnimations()
        .map(({ effect }) => (effect as KeyframeEffect).pseudoElement ?? '')
        .filter((name) => name.startsWith('::view-transition'));
      write('turn', ['turned', ...new Set(parts)].join(' '));
      await turn.finished;
    }
    const begin = document.startViewTransition.bind(document);
    document.startViewTransition = (update) => {
      const turn = begin(update);
      void note(turn).catch(() => {});
      return turn;
    };
  });
  return async () => ((await page.locator('html').getAttribute('data-turn')) ?? '').split(' ');
}

const tileLink = { name: 'Learn more about Winning Websites' };

test('a client navigation is a view transition from the picture of the tile to that of the page, and moves the focus to the h1 @audit', async ({
  page,
}) => {
  const parts = await watchTransitions(page);
  await openHydrated(page, '/services');
  await page.getByRole('link', tileLink).click();
  const heading = page.getByRole('heading', { level: 1, name: 'Winning Websites' });
  await expect(heading).toBeFocused();
  await expect.poll(parts).toContain('::view-transition-group(chart)');
  expect(await parts()).toContain('::view-transition-group(header)');
  // From here, related tiles link to another page with a chart, which is animated as well.
  await page
    .getByRole('region', { name: /^(Related|More) services$/ })
    .getByRole('link')
    .first()
    .click();
  await expect(heading).toHaveCount(0);
  await expect.poll(parts).toContain('::view-transition-group(chart)');
  expect((await parts())[0]).toBe('turned');
  await page.goBack();
  await expect(heading).toBeVisible();
});

test('a press during a view transition reaches the page, and an interrupted transition is no error @audit', async ({
  page,
}) => {
  await watchTransitions(page);
  await openHydrated(page, '/services');
  const layer = await page.evaluate(async () => {
    const turn = document.startViewTransition(() => {});
    await turn.ready;
    return getComputedStyle(document.documentElement, '::view-transition').pointerEvents;
  });
  expect(layer).toBe('none');
  // The fixture fails on an uncaught error.
  const navigation = page.getByRole('navigation', { name: 'Main' });
  const heading = page.getByRole('heading', { level: 1 });
  for (const [name, title] of [
    ['APPS', 'Custom Applications'],
    ['CONTACT US', 'Get in Touch'],
    ['SERVICES', 'Our Services'],
  ] as const) {
    await navigation.getByRole('link', { name }).click();
    // The new page is shown and its transition still runs. Earlier, a press on the link to the present page would do
    // nothing.
    await expect(heading).toHaveText(title);
  }
  await page.evaluate(() => document.startViewTransition(() => {}).skipTransition());
  await page.setViewportSize({ width: 900, height: 700 });
  await expect(heading).toBeFocused();
});

test('A-24 no page transition moves with reduced motion @audit', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  const parts = await watchTransitions(page);
  await openHydrated(page, '/services');
  await page.getByRole('link', tileLink).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Winning Websites' })).toBeFocused();
  await expect.poll(parts).toEqual(['turned']);
});
