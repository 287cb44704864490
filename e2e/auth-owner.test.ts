import { expect, test } from './fixture.ts';
import { password, signUpAccount, storedSession } from './staff.ts';

function ownerLink(output: string): string {
  return /http:\S+\/auth#owner=\S+/.exec(output)?.[0] ?? '';
}

test('G-4 the set-up link leaves the address at once and makes the new account the owner, once', async ({
  ownProduct: product,
  newContext,
}) => {
  const link = ownerLink(product.output());
  const page = await (await newContext({ baseURL: product.url })).newPage();
  await page.goto(link);
  await expect(page.getByText('This link makes your account the owner')).toBeVisible();
  await expect(page).toHaveURL(`${product.url}/auth`);
  await page.getByRole('tab', { name: 'Sign Up' }).click();
  await page.getByLabel('Full Name').fill('Maude Tremblay-Okoye');
  await page.getByLabel('Email').fill('owner@fairlead.example');
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Sign Up' }).click();
  await expect(page).toHaveURL(/\/dashboard$/);
  await expect(page.getByText('You are the owner')).toBeVisible();
  const { data: owners } = await product.admin().from('staff').select('role');
  expect(owners).toEqual([{ role: 'owner' }]);

  // The link is spent: somebody who is signed in gets the reason, and goes on as before.
  const late = await newContext({
    baseURL: product.url,
    storageState: storedSession(product, await signUpAccount(product)),
  });
  const second = await late.newPage();
  await second.goto(link);
  await expect(second).toHaveURL(/\/dashboard$/);
  await expect(second.locator('.toast[data-variant="destructive"]')).toBeVisible();
  const { data: still } = await product.admin().from('staff').select('role');
  expect(still).toEqual([{ role: 'owner' }]);
});
