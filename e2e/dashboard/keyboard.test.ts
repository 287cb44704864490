import type { Page } from '@playwright/test';
import { expect, test } from '../product/staff.ts';
import { resize } from '../product/resize.ts';

/** The focus stops of Tab from the top of the page, each with its faults. */
async function walk(page: Page, count: number): Promise<{ name: string; faults: string[] }[]> {
  const stops: { name: string; faults: string[] }[] = [];
  for (let stop = 0; stop < count; stop += 1) {
    await page.keyboard.press('Tab');
    stops.push(
      await page.evaluate(() => {
        const element = document.activeElement as HTMLElement;
        const faults: string[] = [];
        const style = getComputedStyle(element);
        if (Number.parseFloat(style.outlineWidth) < 3 || style.outlineStyle === 'none')
          faults.push('no ring');
        const box = element.getBoundingClientRect();
        if (box.width < 24 || box.height < 24) faults.push(`small ${box.width}×${box.height}`);
        const middle = document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2);
        if (!middle || !(element.contains(middle) || middle.contains(element))) faults.push('covered');
        if (element.tabIndex > 0) faults.push('positive tabindex');
        return { name: `${element.tagName} ${element.textContent.trim().slice(0, 30)}`, faults };
      }),
    );
  }
  expect(stops.filter(({ faults }) => faults.length > 0)).toEqual([]);
  return stops;
}

test('A-4 A-9 A-10 in the inbox, the Tab key reaches everything in reading order; each stop is visible and at least 24 px high @audit', async ({
  page,
}) => {
  await resize(page, 1280, 900);
  await page.goto('/dashboard/messages');
  await expect(page.getByRole('article').first()).toBeVisible();
  const stops = await walk(page, 40);
  expect(stops[0]?.name).toContain('Skip to content');
  await page.keyboard.press('Shift+Tab');
  const before = await page.evaluate(() => document.activeElement?.textContent?.trim().slice(0, 30));
  expect(stops.at(-2)?.name).toContain(before ?? '');

  // on a phone the bar at the foot of an editor covers much of it
  await resize(page, 390, 700);
  await page.goto('/dashboard/services/new');
  await page.getByRole('button', { name: 'Create service' }).click();
  await expect(page.locator('#main :focus')).toContainText('2 things to fix:');
  await page.locator('#main').focus();
  await walk(page, 12);
});

test('A-29 A-16 the tip of a collapsed entry stays under the pointer, and Escape closes it from anywhere @audit', async ({
  page,
}) => {
  await page.goto('/dashboard');
  await expect(page.locator('main dd').first()).toBeVisible();
  await page.keyboard.press('Control+b');
  await expect(page.locator('#sidebar')).toHaveCSS('width', '48px');
  const links = page.getByRole('navigation', { name: 'Management' }).getByRole('link');
  for (const name of ['Dashboard', 'Services', 'Messages', 'Categories', 'Media', 'Settings'])
    await expect(links.filter({ hasText: name })).toHaveAccessibleName(new RegExp(`^${name}`));
  const tip = page.locator('#sidebar [popover]');
  await links.filter({ hasText: 'Media' }).hover();
  await expect(tip).toBeVisible();
  await tip.hover();
  await links.filter({ hasText: 'Media' }).hover();
  await tip.hover();
  await expect(tip).toHaveText('Media');
  await page.keyboard.press('Escape');
  await expect(tip).toBeHidden();
});
