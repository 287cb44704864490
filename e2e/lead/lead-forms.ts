import type { Locator, Page } from '@playwright/test';
import { expect } from '../product/fixture.ts';
import { openHydrated } from '../product/hydrated.ts';
import type { Product } from '../product/product.ts';

/** What a visitor types into a form. */
export const leadFormValues = {
  Name: ' Ana Roy ',
  Email: 'ana@roy.example',
  Message: 'Could you look at our form?',
};

export async function fillByLabel(form: Locator, values: Record<string, string>): Promise<void> {
  for (const [label, value] of Object.entries(values)) await form.getByLabel(label).fill(value);
}

/** Titles of the last section of a service and of an app, which contains the dialog's button. */
const closingTitles = /^(Ready to Get Started|Need a Custom Application)\?$/;

export function closingBand(page: Page): Locator {
  return page.getByRole('region', { name: closingTitles });
}

export async function openProposalDialog(
  page: Page,
  path = '/services/accessibility-audit',
): Promise<Locator> {
  await openHydrated(page, path);
  await closingBand(page).getByRole('button').click();
  const dialog = page.locator('dialog#proposal');
  await expect(dialog).toBeVisible();
  return dialog;
}

export async function readNewestLead(product: Product, email: string) {
  const { data } = await product.admin
    .from('leads')
    .select('*')
    .eq('email', email)
    .order('created_at', { ascending: false });
  return data?.[0];
}

/** The leads of an address, oldest first; only of one origin if given. */
export async function readLeadsByEmail(product: Product, email: string, origin?: 'site' | 'api') {
  const query = product.admin.from('leads').select('*').eq('email', email).order('created_at');
  const { data, error } = await (origin ? query.eq('origin', origin) : query);
  expect(error).toBeNull();
  return data ?? [];
}

/** The quarantined leads of an address. */
export async function readQuarantinedLeads(product: Product, email: string) {
  const { data, error } = await product.admin.from('quarantined_leads').select('*').eq('email', email);
  expect(error).toBeNull();
  return data ?? [];
}
