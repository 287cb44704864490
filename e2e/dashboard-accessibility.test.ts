import type { Page } from '@playwright/test';
import { test as visitorTest } from './fixture.ts';
import { axeFindings } from './axe-findings.ts';
import { expect, test } from './staff.ts';
import { resize } from './resize.ts';

/** Axe over both themes and both widths of the state that the page is in. */
async function expectNoViolations(page: Page, widths = [390, 1280]): Promise<void> {
  expect(await axeFindings(page, widths)).toEqual([]);
}

async function expectNoSidewaysScroll(page: Page): Promise<void> {
  await resize(page, 320, 640);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320);
}

visitorTest('A-1 A-21 /auth, with both tabs and with errors', async ({ page }) => {
  await page.goto('/auth');
  await expectNoViolations(page);
  await page.getByRole('tab', { name: 'Sign Up' }).click();
  await page.getByRole('button', { name: 'Sign Up' }).click();
  await expect(page.getByText('There is a problem')).toBeVisible();
  await expectNoViolations(page);
  await expectNoSidewaysScroll(page);
});

for (const [path, ready] of [
  ['', '.stat-value'],
  ['/services', 'article'],
  ['/messages', 'article'],
  ['/categories', 'main h2'],
  ['/media', 'article'],
  ['/settings', 'main form'],
] as const) {
  test(`A-1 A-6 A-21 /dashboard${path}`, async ({ page }) => {
    await page.goto(`/dashboard${path}`);
    await expect(page.locator(ready).first()).toBeVisible();
    await expect(page.locator('[aria-busy="true"]')).toHaveCount(0);
    await expectNoViolations(page);
    await expectNoSidewaysScroll(page);
  });
}

test('A-1 the sidebar collapsed, and as a panel', async ({ page }) => {
  await page.goto('/dashboard');
  await page.getByRole('button', { name: 'Sidebar' }).click();
  await expect(page.locator('.sidebar')).toHaveCSS('width', '48px');
  await expectNoViolations(page, [1280]);
  await resize(page, 390, 844);
  await page.getByRole('button', { name: 'Sidebar' }).click();
  await expect(page.getByRole('dialog', { name: 'Management' })).toBeVisible();
  await expectNoViolations(page, [390]);
});

test('A-1 the inbox with a thread open and a toast up, and with nothing found', async ({ page }) => {
  await page.goto('/dashboard/messages?status=contacted');
  await page
    .getByRole('button', { name: /^Conversation Thread/ })
    .first()
    .click();
  await page.route(/\/rest\/v1\/leads\?id=/, (route) => route.abort());
  await page
    .getByRole('combobox', { name: /^Status for/ })
    .first()
    .selectOption('not_interested');
  await expect(page.locator('.toast')).toBeVisible();
  await expectNoViolations(page);
  await page.goto('/dashboard/messages?search=zzzz');
  await expect(page.getByText('No messages match your filters.')).toBeVisible();
  await expectNoViolations(page);
});

test('A-1 G-6 the inbox while it loads, and when it cannot', async ({ page }) => {
  let calls = 0;
  await page.clock.install();
  await page.route(/\/rest\/v1\/leads\?/, (route) => {
    calls += 1;
    return route.fulfill({ status: 500, json: { message: 'down' } });
  });
  await page.goto('/dashboard/messages');
  await expect(page.getByText('Loading messages...')).toBeVisible();
  await expectNoViolations(page, [1280]);
  await expect(async () => {
    await page.clock.runFor(5000);
    expect(calls).toBe(4);
  }).toPass();
  await expect(page.getByRole('alert').filter({ hasText: "We couldn't load this list." })).toBeVisible();
  await expectNoViolations(page);
});

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

test('A-22 text at 200 % loses nothing sideways', async ({ page }) => {
  await resize(page, 1280, 900);
  for (const path of ['', '/messages', '/services', '/settings']) {
    await page.goto(`/dashboard${path}`);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await page.evaluate(() => document.documentElement.style.setProperty('font-size', '200%'));
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(1280);
  }
});
