import type { Page } from '@playwright/test';
import { expect, test } from '../product/fixture.ts';
import { openHydrated } from '../product/hydrated.ts';

/** Presses the footer's link; answers whether the sign-in form came into the same document. */
async function goToSignIn(page: Page): Promise<boolean> {
  await page.evaluate(() => Object.assign(window, { isFirst: true }));
  await page.getByRole('link', { name: 'Admin Login' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Admin Access');
  await expect(page).toHaveURL(/\/auth$/);
  return page.evaluate(() => 'isFirst' in window);
}

test('S-17 a public page carries no route of the staff; they come when somebody goes there', async ({
  page,
}) => {
  const files: string[] = [];
  page.on('request', (request) => files.push(new URL(request.url()).pathname));
  const manifests = () => files.filter((path) => path.includes('/manifest-'));
  await openHydrated(page, '/services/accessibility-audit');
  expect(manifests()).toHaveLength(1);
  const text = await (await page.request.get(manifests()[0] ?? '')).text();
  expect(text).toContain('"services/detail"');
  expect(text).not.toMatch(/"(dashboard|account|leads\/inbox)\//);
  expect(await goToSignIn(page)).toBe(true);
  expect(manifests()).toHaveLength(2);
  await page.goBack();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Accessibility Audit');
  await page.goForward();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Admin Access');
});

test('after a deploy, when the file of the staff routes is gone, their page comes in a new document', async ({
  page,
}) => {
  await page.route('**/*.later.js', (route) => route.fulfill({ status: 404 }), { times: 1 });
  await openHydrated(page, '/services/accessibility-audit');
  expect(await goToSignIn(page)).toBe(false);
});
