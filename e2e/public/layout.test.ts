import type { Page } from '@playwright/test';
import { expect, test } from '../product/fixture.ts';
import { publicPaths } from './public-paths.ts';

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

const wide = { width: 2560, height: 1440 };
/** The page's maximum width, as in ui/tokens.css. */
const widestPage = 1440;

/** Texts outside of the page's area in the middle of a wide window. */
const textsBesidePage = (page: Page) =>
  page.evaluate((most) => {
    const edge = (innerWidth - most) / 2;
    return [...document.querySelectorAll('main :is(h1, h2, h3, p, li, dt, dd, label, a, span)')].flatMap(
      (element) => {
        const isText = [...element.childNodes].some(
          (node) => node instanceof Text && node.data.trim() !== '',
        );
        if (
          !isText ||
          !element.checkVisibility({ visibilityProperty: true }) ||
          element.closest('dialog, .sr-only')
        )
          return [];
        const range = document.createRange();
        range.selectNodeContents(element);
        const { left, right, width } = range.getBoundingClientRect();
        const isInside = left >= edge && right <= innerWidth - edge && width <= most;
        return isInside
          ? []
          : [`${Math.round(left)} to ${Math.round(right)}: ${element.textContent.trim().slice(0, 40)}`];
      },
    );
  }, widestPage);

for (const path of publicPaths)
  test(`at 2560 px the words of ${path} stay in the page, and a short page reaches down to the window's end`, async ({
    page,
  }) => {
    await page.setViewportSize(wide);
    await page.goto(path);
    expect(await textsBesidePage(page)).toEqual([]);
    const footer = await page.locator('footer').boundingBox();
    const end = (footer?.y ?? 0) + (footer?.height ?? 0);
    expect(end).toBeGreaterThanOrEqual(wide.height - 1);
    // no space between the last section and the footer
    const last = await page.locator('main > :last-child').boundingBox();
    expect(Math.abs((last?.y ?? 0) + (last?.height ?? 0) - (footer?.y ?? 0))).toBeLessThan(2);
  });

test('an app of which little is known has its title beside its text, and no count of nothing', async ({
  page,
  ownProduct: product,
}) => {
  const app = { short_pitch: 'Tells a marina when the tide turns.', platforms: [], is_published: true };
  await product
    .admin()
    .from('apps')
    .insert({ name: 'Tidewatch', slug: 'tidewatch', description: '', ...app })
    .throwOnError();
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto(`${product.url}/apps/tidewatch`);
  const about = page.locator('[data-detail-text]');
  const title = await about.getByRole('heading', { name: 'About This App' }).boundingBox();
  const text = await about.getByText('Tells a marina').boundingBox();
  expect(text?.x).toBeGreaterThan((title?.x ?? 0) + (title?.width ?? 0));
  expect(Math.abs((text?.y ?? 0) - (title?.y ?? 0))).toBeLessThan(30);
  await expect(page.locator('.chart-facts')).toHaveCount(0);
});

test('services of one category are not filtered by it, and fill their rows', async ({
  page,
  ownProduct: product,
}) => {
  await product
    .admin()
    .from('services')
    .update({ is_published: false })
    .neq('slug', 'accessibility-audit')
    .throwOnError();
  await page.goto(`${product.url}/services`);
  await expect(page.getByRole('navigation', { name: 'Categories' })).toHaveCount(0);
  for (const width of [390, 800, 1440, 2560]) {
    await page.setViewportSize({ width, height: 900 });
    const hole = await page.locator('.tiles').evaluate((list) => {
      const last = [...list.children].findLast((tile) => tile.checkVisibility());
      return list.getBoundingClientRect().right - (last?.getBoundingClientRect().right ?? 0);
    });
    expect(hole, `at ${width} px`).toBe(0);
  }
});
