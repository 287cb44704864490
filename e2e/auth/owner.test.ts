import { findAxeProblems } from '../product/find-axe-problems.ts';
import { startCommand } from '../product/command.ts';
import { expect, test } from '../product/fixture.ts';
import { accountPassword, signUpAccount, openAs } from '../product/staff.ts';
import { toast, toasts } from '../product/toasts.ts';

declare global {
  interface Window {
    shifted?: number;
  }
}

function ownerLink(output: string): string {
  return /http:\S+\/auth\?owner#owner=\S+/.exec(output)?.[0] ?? '';
}

test('G-4 the set-up link asks before it takes a session that was here, leaves the address at once and makes the new account the owner, once @audit', async ({
  ownProduct: product,
  newContext,
}) => {
  expect(ownerLink(product.output())).not.toBe('');
  // `./fairlead owner` prints a new link, with an email if one is given
  const verb = startCommand(['server/commands/main.ts', 'owner', 'you@example.com'], {
    DATA_DIR: product.dataDir,
  });
  expect(await verb.exited).toBe(0);
  expect(verb.output()).toContain('&email=you%40example.com\n');
  const link = ownerLink(verb.output()).replace('&email=you%40example.com', '');
  const page = await (await newContext({ baseURL: product.url })).newPage();
  // The server already renders the right step, so nothing moves once the scripts are loaded.
  const served = await (await fetch(link)).text();
  expect(served).toContain('Use this link to become the owner');
  expect(served).toContain('Full Name');
  await page.addInitScript(() => {
    new PerformanceObserver((list) => {
      for (const shift of list.getEntries())
        window.shifted = (window.shifted ?? 0) + (shift as never)['value'];
    }).observe({ type: 'layout-shift', buffered: true });
  });
  // A foreign link has signed this browser in before: opening the set-up link alone makes no one the owner.
  const planted = await signUpAccount(product, 'Mallory Reid');
  const { access_token, refresh_token } = planted.session;
  await page.goto(`/dashboard#${new URLSearchParams({ access_token, refresh_token, type: 'magiclink' })}`);
  await expect(page.getByText('Total Leads')).toBeVisible();
  await page.goto(link);
  const question = page.getByRole('heading', { level: 1, name: 'Make Mallory Reid the owner?' });
  await expect(question).toBeFocused();
  await expect(question).toHaveAccessibleDescription(new RegExp(planted.email));
  await expect(page).toHaveURL(`${product.url}/auth?owner`);
  expect(await findAxeProblems(page, [390, 1440], 'main')).toEqual([]);
  // A reload asks again.
  await page.reload();
  await expect(question).toBeFocused();
  expect((await product.admin.from('staff').select('role')).data).toEqual([]);
  await page.keyboard.press('Tab');
  await expect(page.getByRole('button', { name: 'Make this account the owner' })).toBeFocused();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expect(page.getByLabel('Full Name')).toBeVisible();

  await page.goto('about:blank');
  await page.goto(`${link}&email=owner%40fairlead.example`);
  await expect(page).toHaveURL(`${product.url}/auth?owner`);
  await expect(page.getByRole('tab', { name: 'Sign Up' })).toHaveAttribute('aria-selected', 'true');
  await expect(page.getByLabel('Email')).toHaveValue('owner@fairlead.example');
  expect(await page.evaluate(() => window.shifted ?? 0)).toBeLessThan(0.01);
  await page.getByLabel('Full Name').fill('Maude Tremblay-Okoye');
  await page.getByLabel('Password', { exact: true }).fill(accountPassword);
  await page.getByRole('button', { name: 'Sign Up' }).click();
  await expect(page).toHaveURL(/\/dashboard$/);
  await expect(toasts(page)).toHaveCount(1);
  await expect(toast(page, 'Account created!')).toBeVisible();
  const { data: owners } = await product.admin.from('staff').select('role');
  expect(owners).toEqual([{ role: 'owner' }]);

  // The link is used: a signed-in account gets the reason, and stays signed in.
  const second = await openAs(newContext, product, await signUpAccount(product));
  await second.goto(link);
  await second.getByRole('button', { name: 'Make this account the owner' }).click();
  await expect(second).toHaveURL(/\/dashboard$/);
  await expect(second.locator('.toast[data-variant="destructive"]')).toBeVisible();
  const { data: still } = await product.admin.from('staff').select('role');
  expect(still).toEqual([{ role: 'owner' }]);
});
