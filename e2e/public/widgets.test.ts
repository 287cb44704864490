import type { Page } from '@playwright/test';
import { holdRequests } from '../product/hold-requests.ts';
import { expect, test } from '../product/fixture.ts';
import { openHydrated } from '../product/hydrated.ts';
import { closingBand, fillByLabel, openProposalDialog, leadFormValues } from '../lead/lead-forms.ts';
import { toast } from '../product/toasts.ts';

const focused = (page: Page) => page.locator(':focus');

test('A-10 Tab goes in reading order, and Shift+Tab back the same way @audit', async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 800 });
  await openHydrated(page, '/services');
  /** The position of the focus in the document, so that reading order can be compared as numbers. */
  const focusedPosition = () =>
    page.evaluate(() => [...document.querySelectorAll('*')].indexOf(document.activeElement ?? document.body));
  const there: number[] = [];
  for (let stop = 0; stop < 25; stop += 1) {
    await page.keyboard.press('Tab');
    there.push(await focusedPosition());
  }
  expect(there).toEqual(there.toSorted((a, b) => a - b));
  expect(new Set(there).size).toBe(there.length);
  const back: number[] = [];
  for (let stop = 1; stop < there.length; stop += 1) {
    await page.keyboard.press('Shift+Tab');
    back.push(await focusedPosition());
  }
  expect(back).toEqual(there.slice(0, -1).toReversed());
  await expect(page.locator('[tabindex]:not([tabindex="0"]):not([tabindex="-1"])')).toHaveCount(0);
});

test('A-10 the theme switch and the category filter can be used with the keyboard alone @audit', async ({
  page,
}) => {
  await openHydrated(page, '/services');
  const dark = page.getByRole('button', { name: 'Dark' });
  await dark.focus();
  await page.keyboard.press('Space');
  await expect(dark).toHaveAttribute('aria-pressed', 'true');
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
  await expect(dark).toBeFocused();

  const search = page.getByRole('navigation', { name: 'Categories' }).getByRole('link', { name: /^Search/ });
  await search.focus();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/category=search/);
  await expect(search).toHaveAttribute('aria-current', /.+/);
  await expect(page.locator('.tile:has(.tile-link)')).toHaveCount(2);
});

test('A-18 A-10 the summary takes the focus, and each of its links leads to its field', async ({ page }) => {
  await openHydrated(page, '/contact');
  await page.getByRole('button', { name: 'Send Message' }).focus();
  await page.keyboard.press('Enter');
  const summary = page.locator('[data-form-summary]');
  await expect(summary).toBeFocused();
  await expect(page).toHaveTitle(/^Error: /);
  const links = summary.getByRole('link');
  await expect(links).toHaveCount(3);
  for (const index of [0, 1, 2]) {
    const id = ((await links.nth(index).getAttribute('href')) ?? '#?').slice(1);
    await links.nth(index).focus();
    await page.keyboard.press('Enter');
    const field = page.locator(`[id="${id}"]`);
    await expect(field).toBeFocused();
    await expect(field).toHaveAttribute('aria-invalid', 'true');
    await expect(field).toHaveAccessibleDescription(/\S/);
  }
});

test('A-12 the dialog keeps the focus inside, and gives it back after success', async ({ page }) => {
  const dialog = await openProposalDialog(page);
  await expect(dialog.getByLabel('Name')).toBeFocused();
  for (let stop = 0; stop < 12; stop += 1) {
    await page.keyboard.press('Tab');
    expect(
      await page.evaluate(
        () => document.activeElement === document.body || document.activeElement?.closest('dialog') !== null,
      ),
    ).toBe(true);
  }
  await fillByLabel(dialog, { ...leadFormValues, Email: 'focus@roy.example' });
  await dialog.getByLabel('Message').press('Tab');
  await dialog.getByRole('button', { name: 'Send request' }).press('Enter');
  await expect(dialog).toBeHidden();
  await expect(toast(page, 'Success!')).toBeVisible();
  await expect(closingBand(page).getByRole('button')).toBeFocused();
});

test('A-17 F8 reaches the toasts; a toast stays 10 s after an error, as long as it is looked at, and can be dismissed', async ({
  page,
}) => {
  await page.clock.install();
  await openHydrated(page, '/contact');
  // from here on, the clock moves only when the test advances it
  await page.clock.pauseAt(new Date(Date.now() + 60_000));
  const button = page.getByRole('button', { name: 'Send Message' });
  const shown = toast(page, 'Validation Error');
  await button.click();
  // a toast appears a moment later
  await expect(page.locator('[data-form-summary]')).toBeVisible();
  await page.clock.runFor(150);
  await expect(shown).toHaveRole('alert');
  await page.clock.runFor(9_000);
  await expect(shown).toBeVisible();
  await page.clock.runFor(1_500);
  await expect(shown).toHaveCount(0);

  await button.click();
  await page.clock.runFor(150);
  await expect(shown).toBeVisible();
  await page.keyboard.press('F8');
  await expect(page.getByRole('region', { name: /^Notifications/ })).toBeFocused();
  await page.keyboard.press('Tab');
  await expect(focused(page)).toHaveAccessibleName('Dismiss');
  await page.clock.runFor(30_000);
  await expect(shown).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(shown).toHaveCount(0);

  await button.click();
  await page.clock.runFor(150);
  await shown.hover();
  await page.clock.runFor(30_000);
  await expect(shown).toBeVisible();
  // the message of the toast is in the page as well
  await expect(page.locator('[data-form-summary]')).toBeVisible();
});

test('A-19 the focus is on the status line while sending, then moves to the result', async ({ page }) => {
  await openHydrated(page, '/contact');
  const form = page.locator('main form');
  const release = await holdRequests(page, '**/*.data*', 'POST');
  await fillByLabel(form, { ...leadFormValues, Email: 'result@roy.example' });
  await page.getByRole('button', { name: 'Send Message' }).press('Enter');
  await expect(form.locator('[data-form-status]')).toBeFocused();
  await expect(form.locator('[data-form-status]')).toHaveText(/\S/);
  release();
  await expect(toast(page, 'Message Sent!')).toBeVisible();
  await expect(page.locator('#sent')).toBeFocused();
});

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false, viewport: { width: 1280, height: 800 } });

  test('A-30 navigation, filter, anchors and the form work', async ({ page }) => {
    await page.goto('/');
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'SERVICES' }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Our Services');
    const category = page.getByRole('link', { name: 'Search 2' });
    await category.click();
    await expect(page).toHaveURL(/\?category=search#list$/);
    await expect(category).toBeInViewport();
    await expect(page.locator('.tile:has(.tile-link)')).toHaveCount(2);
    await page.goto('/privacy');
    await page
      .getByRole('navigation', { name: 'On this page' })
      .getByRole('link', { name: 'Cookies' })
      .click();
    await expect(page.getByRole('heading', { name: 'Cookies' })).toBeInViewport();
    await page.goto('/contact');
    const form = page.locator('main form');
    await fillByLabel(form, { ...leadFormValues, Email: 'plain-styles@roy.example' });
    await form.locator('[type=submit]').click();
    await expect(page).toHaveURL(/sent=1/);
  });
});
