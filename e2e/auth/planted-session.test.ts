import type { Session } from '@supabase/supabase-js';
import { findAxeProblems } from '../product/find-axe-problems.ts';
import { accountPassword, expect, signUpAccount, test } from '../product/staff.ts';

/** The URL that the auth service redirects a message's link to. */
function tokensOf({ access_token, refresh_token }: Session): string {
  return String(
    new URLSearchParams({
      access_token,
      refresh_token,
      expires_in: '3600',
      token_type: 'bearer',
    }),
  );
}

/** An expired token without a valid signature: the client would refresh instead of asking to whom it belongs. */
function forged(claims: object): string {
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
  return `${part({ alg: 'HS256', typ: 'JWT' })}.${part({ ...claims, exp: 1_000_000_000 })}.${part({})}`;
}

test('P-79 tokens in a URL replace the session of another account only after a confirmation; those of the same account need none', async ({
  page,
  product,
  account,
}) => {
  const other = await signUpAccount(product, 'Mallory Reid');
  const who = () =>
    page.evaluate(() => {
      const key = Object.keys(localStorage).find((name) => name.endsWith('-auth-token')) ?? '';
      return (JSON.parse(localStorage.getItem(key) ?? '{}') as { user?: { email?: string } }).user?.email;
    });
  const question = page.getByRole('heading', { level: 1, name: 'Switch to Mallory Reid?' });
  const stale = () => ({ ...other.session, access_token: forged({ sub: account.session.user.id }) });
  for (const link of [
    () => `/dashboard#${tokensOf(other.session)}`,
    () => `/dashboard/messages?${tokensOf(other.session)}`,
    () => `/auth?${tokensOf(stale())}`,
  ]) {
    const address = link();
    await page.goto('about:blank');
    await page.goto(address);
    await expect(question, address.split(/[?#]/)[0]).toBeFocused();
    await expect(question).toHaveAccessibleDescription(new RegExp(`${account.email}.*${other.email}`));
    await expect(page).toHaveURL(`${product.url}/auth`);
    expect(await who()).toBe(account.email);
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(`${product.url}/dashboard`);
    await expect(page.getByText('Total Leads')).toBeVisible();
    expect(await who()).toBe(account.email);
    // The rejected session has ended.
    expect((await other.client.auth.getUser()).error).toMatchObject({ name: 'AuthSessionMissingError' });
    const secondSignIn = await other.client.auth.signInWithPassword({
      email: other.email,
      password: accountPassword,
    });
    if (secondSignIn.data.session) other.session = secondSignIn.data.session;
  }

  // Another session of the same account causes no question.
  const { data: own } = await product
    .visitor()
    .auth.signInWithPassword({ email: account.email, password: accountPassword });
  if (!own.session) throw new Error('no session');
  await page.goto('about:blank');
  await page.goto(`/dashboard#${tokensOf(own.session)}`);
  await expect(page.getByText('Total Leads')).toBeVisible();
  await expect(page).toHaveURL(`${product.url}/dashboard`);

  await page.goto('about:blank');
  await page.goto(`/dashboard#${tokensOf(other.session)}`);
  await expect(question).toBeFocused();
  expect(await findAxeProblems(page, [390, 1440], 'main')).toEqual([]);
  await page.getByRole('button', { name: 'Switch accounts' }).click();
  await expect(page).toHaveURL(`${product.url}/dashboard`);
  await expect(page.getByText('Total Leads')).toBeVisible();
  expect(await who()).toBe(other.email);
});

test('P-79 a page that was never touched notices a sign-in in another tab', async ({
  newContext,
  product,
}) => {
  const { email } = await signUpAccount(product);
  // without the session of this file
  const storageState = { cookies: [], origins: [] };
  const context = await newContext({ baseURL: product.url, storageState });
  const page = await context.newPage();
  await page.goto('/auth');
  await expect(page.locator('html')).toHaveAttribute('data-idle', '');
  const other = await context.newPage();
  await other.goto('/auth');
  await other.getByLabel('Email').fill(email);
  await other.getByLabel('Password', { exact: true }).fill(accountPassword);
  await other.getByRole('button', { name: 'Sign In' }).click();
  await expect(other).toHaveURL(/\/dashboard$/);
  await expect(page).toHaveURL(/\/dashboard$/);
});
