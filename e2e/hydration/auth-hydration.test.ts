import { expect, test } from '../product/fixture.ts';
import { holdRequests } from '../product/hold-requests.ts';
import { accountPassword, signUpAccount } from '../product/staff.ts';
import { holdScripts, maxBytesToHydrate, prepareHydrationWait, measurePageBytes } from './watch-page.ts';

test('/auth starts at once where a session is kept', async ({ page }) => {
  await prepareHydrationWait(page);
  await page.addInitScript(() => localStorage.setItem('sb-localhost-auth-token', '{}'));
  await page.goto('/auth');
  await expect(page.locator('html')).toHaveAttribute('data-test-hydrated', '/auth');
});

test('/auth fetches no script before the first interaction, which starts the page without losing the event', async ({
  page,
}) => {
  const scripts: string[] = [];
  page.on('request', (request) => {
    if (request.resourceType() === 'script') scripts.push(request.url());
  });
  await prepareHydrationWait(page);
  await page.goto('/auth', { waitUntil: 'networkidle' });
  await expect(page.getByLabel('Email')).toBeVisible();
  expect(scripts).toEqual([]);
  const note = page.locator('.missing-scripts');
  await expect(note).toHaveCSS('animation-play-state', 'paused');
  await expect(note).toBeHidden();
  await page.getByRole('tab', { name: 'Sign Up' }).click();
  await expect(page.getByLabel('Full Name')).toBeVisible();
  expect(scripts.length).toBeGreaterThan(0);
});

/** The file with the client of the backend, which the dashboard loads first. */
const clientFile = '**/assets/dashboard-*.js';

test('S-17 /auth hydrates with at most 130 KB of scripts; a form that is sent before the client has come waits for it', async ({
  page,
}) => {
  const release = await holdRequests(page, clientFile);
  const hydrated = await prepareHydrationWait(page);
  const weights = await measurePageBytes(page);
  await page.goto('/auth', { waitUntil: 'networkidle' });
  await page.getByLabel('Email').fill('nobody@fairlead.example');
  await hydrated();
  expect(weights.scripts()).toBeGreaterThan(0);
  expect(weights.scripts()).toBeLessThanOrEqual(maxBytesToHydrate);
  await page.getByLabel('Password', { exact: true }).fill('not the password');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('button', { name: 'Signing in...' })).toBeDisabled();
  release();
  await expect(page.locator('.toast').last()).toContainText('Invalid login credentials');
});

test('a client that could not be fetched is fetched again when a form of /auth is sent', async ({
  page,
  product,
}) => {
  const { email } = await signUpAccount(product);
  let refused = 0;
  await page.route(clientFile, (route) => {
    refused += 1;
    return route.abort('internetdisconnected');
  });
  await page.goto('/auth');
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(accountPassword);
  await expect.poll(() => refused).toBeGreaterThan(0);
  await page.keyboard.press('Enter');
  const toast = page.locator('.toast').last();
  await expect(toast).toContainText('Error');
  await expect(toast).not.toContainText(/module|http/);
  await page.unroute(clientFile);
  await page.getByRole('button', { name: 'Sign In' }).click();
  await expect(page).toHaveURL(/\/dashboard$/);
});

test('a client script that failed to load is fetched again when the browser is online @audit', async ({
  page,
}) => {
  let refused = 0;
  await page.route(clientFile, (route) => {
    refused += 1;
    return route.abort('internetdisconnected');
  });
  await page.goto('/auth');
  await page.getByLabel('Email').fill('nobody@fairlead.example');
  await expect.poll(() => refused).toBeGreaterThan(0);
  await page.unroute(clientFile);
  const fetched = page.waitForResponse(clientFile);
  await page.evaluate(() => dispatchEvent(new Event('online')));
  expect((await fetched).status()).toBe(200);
});

test('Enter pressed in the sign-in form before hydration is kept, and the password never posted plainly', async ({
  page,
}) => {
  const release = await holdScripts(page);
  const plain: string[] = [];
  page.on('request', (request) => {
    if (request.isNavigationRequest() && request.method() === 'POST') plain.push(request.url());
  });
  await page.goto('/auth');
  await page.getByLabel('Email').fill('nobody@fairlead.example');
  await page.getByLabel('Password', { exact: true }).fill('not the password');
  await page.keyboard.press('Enter');
  const asked = page.waitForRequest(/\/auth\/v1\/token\?grant_type=password/);
  release();
  await asked;
  expect(plain).toEqual([]);
});
