import type { Page } from '@playwright/test';
import { sampleMatrix } from '@fairlead/backend/testing/target';
import { decodeJwt, SignJWT } from 'jose';
import { expect, test } from '../product/fixture.ts';
import { startProduct, type Product } from '../product/product.ts';
import { signUpAccount, openAs, type Account } from '../product/staff.ts';

const secret = 'a-secret-of-the-clock-tests-0123456789abcdef';
const hourS = 3_600;

let product: Product;

test.beforeAll(async () => {
  product = await startProduct({ JWT_SECRET: secret });
});

test.afterAll(() => product.stop());

/** A session whose token has expired for the server, but not by this device's clock. */
async function withExpiredToken(account: Account): Promise<Account> {
  const now = Math.round(Date.now() / 1_000);
  const claims = { ...decodeJwt(account.session.access_token), iat: now - 2 * hourS, exp: now - hourS };
  const token = await new SignJWT(claims)
    .setProtectedHeader({ alg: 'HS256', typ: 'JWT' })
    .sign(new TextEncoder().encode(secret));
  const session = { ...account.session, access_token: token, expires_at: now + hourS / 2 };
  return { ...account, session };
}

/** Counts the refreshes that a page requests. */
function countRefreshes(page: Page): () => number {
  let count = 0;
  page.on('request', (request) => {
    if (request.url().includes('grant_type=refresh_token')) count += 1;
  });
  return () => count;
}

test('B-143 a clock that is behind: a refused token is refreshed once, and every call is repeated', async ({
  newContext,
}) => {
  const account = await withExpiredToken(await signUpAccount(product));
  const page = await openAs(newContext, product, account);
  const refreshes = countRefreshes(page);
  await page.goto('/dashboard/services');
  await expect(page.getByRole('article').first()).toBeVisible();
  await page.getByRole('link', { name: 'Settings', exact: true }).first().click();
  await page.getByLabel('Full Name').fill('Maude Okoye');
  await page.getByRole('button', { name: 'Update Profile' }).click();
  await expect(page.locator('.toast')).toContainText('Success');
  expect(refreshes()).toBe(1);
});

test('B-143 a clock that is ahead refreshes at most once a page load', async ({ newContext }) => {
  const page = await openAs(newContext, product, await signUpAccount(product));
  await page.clock.install({ time: Date.now() + 3 * hourS * 1_000 });
  const refreshes = countRefreshes(page);
  for (const screen of sampleMatrix(['services', 'messages'], ['apps', 'settings'])) {
    await page.goto(`/dashboard/${screen}`);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(page.locator('main :is(article, form, h2)').first()).toBeVisible();
  }
  // the first response set the expiry of the session by this clock
  expect(refreshes()).toBeLessThanOrEqual(1);
});

test('B-143 a token that is refused again: the message names the clock', async ({ newContext }) => {
  const account = await withExpiredToken(await signUpAccount(product));
  const page = await openAs(newContext, product, account);
  // like a server whose clock is wrong: the tokens that it signs have already expired
  await page.route(/grant_type=refresh_token/, (route) =>
    route.fulfill({ json: { ...account.session, refresh_token: 'next', expires_in: hourS } }),
  );
  await page.route(/\/rest\/v1\/rpc\/my_roles/, (route) => route.fulfill({ json: ['editor'] }));
  await page.goto('/dashboard/services');
  await expect(page.locator('main').getByRole('alert')).toContainText("Check this device's clock");
});
