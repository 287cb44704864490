import type { Locator, Page } from '@playwright/test';
import { expect, type NewContext } from '../product/fixture.ts';
import type { Product } from '../product/product.ts';
import { giveRole, makeOwner, type Account } from '../product/accounts.ts';
import { openAs } from '../product/staff.ts';

export { giveRole, makeOwner };

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
