import type { Page } from '@playwright/test';
import { expect, test } from '../product/fixture.ts';
import { expectHydrated, openHydrated, markHydration } from '../product/hydrated.ts';

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

test('an error of the server during a navigation is explained in plain words; its page and the pages after it keep styles, theme and fonts, and begin at their heading', async ({
  page,
}) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await openHydrated(page, '/');
  await page.getByRole('button', { name: 'Dark' }).click();
  await page.route('**/apps.data*', (route) => route.fulfill({ status: 500, body: 'Error: at secret.ts:1' }));
  const styles: string[] = [];
  page.on('request', (request) => {
    if (request.resourceType() === 'stylesheet') styles.push(request.url());
  });
  const navigation = page.getByRole('navigation', { name: 'Main' });
  const data = page.waitForRequest('**/apps.data*');
  await navigation.getByRole('link', { name: 'APPS' }).click();
  // With an error of the root itself, the whole document would be rendered again.
  expect(new URL((await data).url()).searchParams.get('_routes')).toBe('public/apps/list');
  const heading = page.getByRole('heading', { level: 1 });
  await expect(heading).toHaveText('Something went wrong on our end');
  await expect(heading).toBeFocused();
  await expect(heading).toBeInViewport();
  await expect(page.locator('body')).not.toContainText('secret');
  await expect(page.locator('html[data-theme=dark][data-fonts]')).toBeVisible();
  await page.getByRole('link', { name: 'Return to Home' }).click();
  await expect(heading).toHaveText('Get found. Work for everyone.');
  await expect(heading).toBeFocused();
  await expect(page.locator('html[data-theme=dark][data-fonts]')).toBeVisible();
  expect(styles).toEqual([]);
});

test('after a deploy, a page whose scripts are gone opens as a new document', async ({ page }) => {
  await openHydrated(page, '/');
  await page.route('**/assets/terms-*.js', (route) => route.fulfill({ status: 404, body: 'gone' }));
  let loads = 0;
  page.on('load', () => (loads += 1));
  await page.getByRole('contentinfo').getByRole('link', { name: 'Terms of Use' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Terms of Service');
  await expect.poll(() => loads).toBe(1);
});

test('after a deploy, a button whose scripts are missing reloads the page, only once', async ({ page }) => {
  await markHydration(page);
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

async function expectInFrame(page: Page, title: string): Promise<void> {
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(title);
  await expect(page.getByRole('navigation', { name: 'Main' })).toBeVisible();
  await expect(page.getByRole('contentinfo').getByRole('link', { name: 'Terms of Use' })).toBeVisible();
}

test('an error page in place of the dashboard is served with header and footer, and hydrates with them @audit', async ({
  page,
}) => {
  await markHydration(page);
  await page.goto('/terms');
  const served = page.waitForResponse((response) => response.request().method() === 'POST');
  // The dashboard has no action.
  await page.evaluate(() => {
    const form = Object.assign(document.createElement('form'), { method: 'post', action: '/dashboard' });
    document.body.append(form);
    form.submit();
  });
  const response = await served;
  expect(response.status()).toBe(405);
  expect(await response.text()).toContain('<footer');
  await expectInFrame(page, 'Something went wrong on our end');
  await expectHydrated(page);
  await expectInFrame(page, 'Something went wrong on our end');
  await page.getByRole('button', { name: 'Dark' }).click();
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
});

test('an error page that /auth shows has header, footer, theme and fonts, and begins at its heading; without a connection it is shown without them @audit', async ({
  page,
}) => {
  const frame = '**/assets/public-*.js';
  const data = '**/auth.data*';
  const heading = page.getByRole('heading', { level: 1 });
  await page.addInitScript(() => localStorage.setItem('theme', 'dark'));
  await page.route(frame, (route) => route.abort('internetdisconnected'));
  await page.route(data, (route) => route.abort('internetdisconnected'));
  // leads to /auth inside the page
  await page.goto('/dashboard');
  await expect(heading).toHaveText("You're offline");
  await expect(page.locator('main').getByRole('link', { name: 'Try again' })).toBeVisible();
  await expect(page.getByRole('contentinfo')).toHaveCount(0);
  await page.unroute(frame);
  await page.unroute(data);
  await page.route(data, (route) => route.fulfill({ status: 500, body: '' }));
  await page.goto('/dashboard');
  await expectInFrame(page, 'Something went wrong on our end');
  await expect(heading).toBeFocused();
  await expect(heading).toBeInViewport();
  await expect(page.locator('html[data-theme=dark][data-fonts]')).toBeVisible();
});
