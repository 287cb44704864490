import { expect, test } from './staff.ts';
import { resize } from './resize.ts';

test('A-4 A-9 A-10 a walk by keyboard through the inbox: every stop is seen, in reading order, and 24 px or more', async ({
  page,
}) => {
  await resize(page, 1280, 900);
  await page.goto('/dashboard/messages');
  await expect(page.getByRole('article').first()).toBeVisible();
  const stops: { name: string; faults: string[] }[] = [];
  for (let stop = 0; stop < 40; stop += 1) {
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
  expect(stops[0]?.name).toContain('Skip to the content');
  expect(stops.filter(({ faults }) => faults.length > 0)).toEqual([]);
  await page.keyboard.press('Shift+Tab');
  const before = await page.evaluate(() => document.activeElement?.textContent?.trim().slice(0, 30));
  expect(stops.at(-2)?.name).toContain(before ?? '');
});

test('A-5 the skip link leads into the content', async ({ page }) => {
  await page.goto('/dashboard');
  await expect(page.locator('.stat-value').first()).toBeVisible();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('main')).toBeFocused();
});
