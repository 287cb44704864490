import type { Page } from '@playwright/test';
import { expect, test } from '../product/fixture.ts';
import { openHydrated } from '../product/hydrated.ts';

/** Presses the footer's link; returns whether the sign-in form appeared in the same document. */
async function goToSignIn(page: Page): Promise<boolean> {
  await page.evaluate(() => Object.assign(window, { isFirst: true }));
  await page.getByRole('link', { name: 'Admin Login' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Admin Access');
  await expect(page).toHaveURL(/\/auth$/);
  return page.evaluate(() => 'isFirst' in window);
}

test('S-17 a public page fetches no code of the dashboard; it is loaded when the dashboard is opened', async ({
  page,
}) => {
  const scripts: Promise<string>[] = [];
  page.on('response', (response) => {
    if (new URL(response.url()).pathname.endsWith('.js')) scripts.push(response.text());
  });
  const bringSignIn = async () => (await Promise.all(scripts)).some((text) => text.includes('Admin Access'));
  await openHydrated(page, '/services/accessibility-audit');
  expect(scripts.length).toBeGreaterThan(0);
  expect(await bringSignIn()).toBe(false);
  expect(await goToSignIn(page)).toBe(true);
  expect(await bringSignIn()).toBe(true);
  await page.goBack();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Accessibility Audit');
  await page.goForward();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Admin Access');
});

test('after a deploy, when the scripts of the staff are gone, their page comes in a new document @audit', async ({
  page,
}) => {
  await openHydrated(page, '/services/accessibility-audit');
  await page.route('**/assets/*.js', (route) => route.fulfill({ status: 404 }));
  expect(await goToSignIn(page)).toBe(false);
});
