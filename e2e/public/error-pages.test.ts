import { expect, test } from '../product/fixture.ts';
import { openHydrated, watchHydration } from '../product/hydrated.ts';

test('without a connection the page stays as it is, and the chosen one opens once the connection is back', async ({
  page,
  context,
}) => {
  await openHydrated(page, '/contact');
  await page.getByLabel('Name').fill('Ana Roy');
  await context.setOffline(true);
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'SERVICES' }).click();
  await expect(page.locator('.toast')).toContainText("You're offline");
  await expect(page.getByLabel('Name')).toHaveValue('Ana Roy');
  await context.setOffline(false);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Our Services');
  await expect(page).toHaveURL(/\/services$/);
});

test('a page whose data cannot be fetched shows an error with the focus, and loads once the connection is back @audit', async ({
  page,
  context,
}) => {
  await openHydrated(page, '/');
  const navigation = page.getByRole('navigation', { name: 'Main' });
  // Once the page is shown, its scripts are loaded.
  await navigation.getByRole('link', { name: 'SERVICES' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Our Services');
  await navigation.getByRole('link', { name: 'HOME' }).click();
  await expect(page.locator('#about')).toBeAttached();
  await context.setOffline(true);
  await navigation.getByRole('link', { name: 'SERVICES' }).click();
  const heading = page.getByRole('heading', { level: 1 });
  await expect(heading).toHaveText("You're offline");
  await expect(heading).toBeFocused();
  await expect(page).toHaveTitle("You're offline · Fairlead Digital");
  const main = page.locator('main');
  await expect(main.getByRole('link', { name: '1-800-555-0199' })).toHaveAttribute(
    'href',
    'tel:+18005550199',
  );
  await expect(main.getByRole('link', { name: 'Try again' })).toHaveAttribute('href', '/services');
  await context.setOffline(false);
  await expect(heading).toHaveText('Our Services');
});

test('breakage on our side, met inside the page: plain words, and one more try that works @audit', async ({
  page,
}) => {
  await openHydrated(page, '/');
  await page.route('**/apps.data*', (route) => route.fulfill({ status: 500, body: 'Error: at secret.ts:1' }));
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'APPS' }).click();
  const heading = page.getByRole('heading', { level: 1 });
  await expect(heading).toHaveText('Something went wrong on our end');
  await expect(page.locator('body')).not.toContainText('secret');
  await page.getByRole('link', { name: 'Try again' }).click();
  await expect(heading).toHaveText('Custom Applications');
});

test('after a deploy: a page whose scripts are gone opens all the same, in a document of its own', async ({
  page,
}) => {
  await openHydrated(page, '/');
  await page.route('**/assets/terms-*.js', (route) => route.fulfill({ status: 404, body: 'gone' }));
  let loads = 0;
  page.on('load', () => (loads += 1));
  await page.getByRole('contentinfo').getByRole('link', { name: 'Terms of Use' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Terms of Service');
  await expect.poll(() => loads).toBe(1);
});

test('after a deploy: a button whose scripts are missing reloads the page, only once', async ({ page }) => {
  await watchHydration(page);
  let loads = 0;
  page.on('load', () => (loads += 1));
  await page.route('**/assets/*.js', (route) => route.fulfill({ status: 404, body: 'gone' }));
  await page.goto('/privacy');
  const dark = page.getByRole('button', { name: 'Dark' });
  await dark.click();
  await expect.poll(() => loads).toBe(2);
  await dark.click();
  await page.waitForLoadState('networkidle');
  expect(loads).toBe(2);
  await page.unroute('**/assets/*.js');
  await page.goto('/privacy');
  await dark.click();
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
});
