import type { Locator, Page } from '@playwright/test';
import { expect } from '../product/fixture.ts';
import { openHydrated } from '../product/hydrated.ts';

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
