import type { Locator, Page } from '@playwright/test';
import { expect, type NewContext } from '../product/fixture.ts';
import type { Product } from '../product/product.ts';
import { signUpAccount, storedSession, type Account } from '../product/staff.ts';

/** An account that owns the agency of a running product. */
export async function makeOwner(product: Product, fullName = 'Odile Owner'): Promise<Account> {
  const owner = await signUpAccount(product, fullName);
  const { error } = await product
    .admin()
    .from('staff')
    .insert({ user_id: owner.session.user.id, role: 'owner' });
  if (error) throw error;
  return owner;
}

/** Opens the team screen as an owner. */
export async function openTeam(
  product: Product,
  newContext: NewContext,
): Promise<{ page: Page; owner: Account }> {
  const owner = await makeOwner(product);
  const context = await newContext({ baseURL: product.url, storageState: storedSession(product, owner) });
  const page = await context.newPage();
  await page.goto('/dashboard/team');
  await expect(page.getByRole('heading', { level: 2, name: 'People' })).toBeVisible();
  return { page, owner };
}

/** The row of a person. */
export function teamRow(page: Page, name: string): Locator {
  return page.getByRole('article', { name });
}
