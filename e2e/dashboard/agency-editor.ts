import type { Page } from '@playwright/test';
import { expect, type ContextOptions, type NewContext } from '../product/fixture.ts';
import type { Product } from '../product/product.ts';
import { openAs, type Account } from '../product/staff.ts';
import { makeOwner } from './team.ts';

/** Opens the browser of an owner, wide enough that the list of sections is beside the fields. */
export async function openAsOwner(
  newContext: NewContext,
  product: Product,
  options: ContextOptions = {},
): Promise<{ page: Page; owner: Account }> {
  const owner = await makeOwner(product);
  const viewport = { width: 1440, height: 900 };
  return { owner, page: await openAs(newContext, product, owner, { viewport, ...options }) };
}

export const fetchPageText = async (product: Product, path: string) =>
  (await fetch(product.url + path)).text();

/** Saves, and closes the toast, so that the next one must come from the next save. */
export async function saveAgencySection(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.locator('.toast')).toContainText('Your pages are up to date.');
  await page.locator('.toast').getByRole('button').first().click();
}

export async function openAgencySection(page: Page, name: string): Promise<void> {
  const sections = page.getByRole('navigation', { name: 'Sections' });
  await sections.getByRole('link', { name, exact: true }).click();
  await expect(page.getByRole('heading', { level: 1, name, exact: true })).toBeFocused();
}
