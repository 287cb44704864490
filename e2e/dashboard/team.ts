import type { Locator, Page } from '@playwright/test';
import { expect, type NewContext } from '../product/fixture.ts';
import type { Product } from '../product/product.ts';
import { openAs, signUpAccount, type Account } from '../product/staff.ts';

/** An account that owns the agency of a running product. */
export async function makeOwner(product: Product, fullName = 'Odile Owner'): Promise<Account> {
  const owner = await signUpAccount(product, fullName);
  await giveRole(product, owner, 'owner');
  return owner;
}

export async function giveRole(product: Product, { session }: Account, role: string): Promise<void> {
  await product.admin.from('staff').insert({ user_id: session.user.id, role }).throwOnError();
}

/** Opens the team screen as an owner. */
export async function openTeam(
  product: Product,
  newContext: NewContext,
): Promise<{ page: Page; owner: Account }> {
  const owner = await makeOwner(product);
  const page = await openAs(newContext, product, owner);
  await page.goto('/dashboard/team');
  await expect(page.getByRole('heading', { level: 2, name: 'People' })).toBeVisible();
  return { page, owner };
}

/** The row of a person. */
export function teamRow(page: Page, name: string): Locator {
  return page.getByRole('article', { name });
}
