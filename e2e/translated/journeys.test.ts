// Tests that a page works after the browser has translated it, which replaces texts that React changes and removes.
import type { Page } from '@playwright/test';
import { test as visitorTest, expect } from '../product/fixture.ts';
import { openHydrated } from '../product/hydrated.ts';
import { fillByLabel, openProposalDialog, leadFormValues } from '../lead/lead-forms.ts';
import { makeLead, accountPassword, signUpAccount, test, openLead } from '../product/staff.ts';
import { toast } from '../product/toasts.ts';
import { translatePages } from './translate-page.ts';

async function expectTranslated(page: Page): Promise<void> {
  await expect(page.locator('h1 font font').first()).toBeVisible();
}

visitorTest('B-140 the contact form is sent on a translated page', async ({ page, context }) => {
  await translatePages(context, 'hydrated');
  await openHydrated(page, '/contact');
  await expectTranslated(page);
  const form = page.locator('main form');
  await form.getByRole('button', { name: 'Send Message' }).click();
  await expect(form.getByRole('alert')).toBeVisible();
  await fillByLabel(form, { ...leadFormValues, Email: 'translated@roy.example' });
  await form.getByRole('button', { name: 'Send Message' }).click();
  await expect(page.locator('.toast[data-variant=success]')).toBeVisible();
});

visitorTest('B-140 a proposal is requested on a translated page @audit', async ({ page, context }) => {
  await translatePages(context, 'hydrated');
  const dialog = await openProposalDialog(page);
  await expectTranslated(page);
  await dialog.getByRole('button', { name: 'Send request' }).click();
  await expect(dialog.locator('[aria-invalid=true]').first()).toBeVisible();
  await fillByLabel(dialog, { Name: 'Ana Roy', Email: 'translated-proposal@roy.example' });
  await dialog.getByRole('button', { name: 'Send request' }).click();
  await expect(toast(page, 'Success!')).toBeVisible();
  await expect(dialog).toBeHidden();
});

visitorTest(
  'B-140 a user can sign in on a translated page, after a wrong password @audit',
  async ({ page, context, product }) => {
    const { email } = await signUpAccount(product);
    await translatePages(context, 'hydrated');
    await openHydrated(page, '/auth');
    await expectTranslated(page);
    const secret = page.getByLabel('Password', { exact: true });
    await page.getByLabel('Email').fill(email);
    await secret.fill('not the password');
    await page.getByRole('button', { name: 'Sign In' }).click();
    await expect(page.locator('.toast[data-variant=destructive]')).toBeVisible();
    await page.getByRole('button', { name: 'Show password' }).click();
    await secret.fill(accountPassword);
    await page.getByRole('button', { name: 'Sign In' }).click();
    await expect(page).toHaveURL(/\/dashboard$/);
    await expectTranslated(page);
  },
);

test('B-140 a reply, a name and a category are saved on translated pages', async ({
  page,
  context,
  product,
}) => {
  await translatePages(context, 'hydrated');
  const { name } = await makeLead(product);
  const card = await openLead(page, name);
  await card.getByRole('button', { name: /^Conversation Thread/ }).click();
  await card.getByPlaceholder('Type your reply here...').fill('Yes, we do.');
  await expectTranslated(page);
  await card.getByRole('button', { name: /^Send Reply/ }).click();
  await expect(card.getByText('Yes, we do.').first()).toBeVisible();
  await expect(card.getByRole('combobox', { name: /^Status for/ })).toHaveValue('contacted');

  await page.getByRole('link', { name: 'Settings', exact: true }).click();
  await page.getByLabel('Full Name').fill('Maude Okoye');
  await page.getByRole('button', { name: 'Update Profile' }).click();
  await expect(toast(page, 'Success')).toBeVisible();
  await expect(page.getByRole('banner').getByText('Maude Okoye')).toBeVisible();

  await page.getByRole('link', { name: 'Categories', exact: true }).click();
  await page.getByRole('button', { name: 'Add Category' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: /^(?:Add|Create|Save)/ }).click();
  await expect(dialog).toContainText('Enter a category name');
  const category = `Translated ${process.pid}`;
  await dialog.getByLabel('Name').fill(category);
  await page.keyboard.press('Enter');
  await expect(dialog).toBeHidden();
  await expect(page.getByRole('heading', { name: category, exact: true })).toBeVisible();
});
