import type { Page } from '@playwright/test';
import { expect, test } from '../product/fixture.ts';
import { expectHydrated, movePointer, markHydration } from '../product/hydrated.ts';
import { holdScripts } from '../hydration/watch-page.ts';
import { closingBand, fillByLabel, leadFormValues } from './lead-forms.ts';
import { readNewestLead } from '../product/read-leads.ts';
import { toast } from '../product/toasts.ts';

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false });

  test('G-48 P-142 an empty form is returned with links to its fields, one wrong field with all values and the focus at it; then the message is sent and confirmed at an address of its own', async ({
    page,
    product,
  }) => {
    await page.goto('/contact');
    const send = page.getByRole('button', { name: 'Send Message' });
    const shown = page.locator('.toast');
    const summary = page.locator('[data-form-summary]');
    const email = page.getByLabel('Email');
    await send.click();
    await expect(shown).toHaveText('Validation ErrorName must be at least 2 characters');
    await expect(summary).toBeFocused();
    await expect(summary.getByRole('link')).toHaveText(['Name', 'Email', 'Message']);
    await summary.getByRole('link', { name: 'Email' }).click();
    await expect(email).toBeFocused();

    await fillByLabel(page.locator('main form'), { ...leadFormValues, Email: 'a@', Message: 'one\ntwo' });
    await send.click();
    await expect(email).toBeFocused();
    await expect(email).toHaveAccessibleDescription('Enter an email address, such as name@example.com');
    await expect(summary).toHaveCount(0);
    await expect(page.getByLabel('Message')).toHaveValue('one\ntwo');
    await expect(email).toHaveValue('a@');
    await expect(page).toHaveTitle(/^Error: /);
    await expect(shown).toHaveText('Validation ErrorInvalid email address');
    // it has a place in the page, where it covers neither the field nor its message
    await expect(shown).toHaveCSS('position', 'static');

    await email.fill('plain@roy.example');
    await send.click();
    await expect(page).toHaveURL(/\/contact\?sent=1#sent$/);
    await expect(page.locator('#sent')).toContainText('Message Sent!');
    expect(await readNewestLead(product, 'plain@roy.example')).toMatchObject({ message: 'one\ntwo' });
  });

  test('G-52 the proposal dialog opens and sends; problems and success are shown in the page', async ({
    page,
    product,
  }) => {
    await page.goto('/services/accessibility-audit');
    await closingBand(page).getByRole('button').click();
    const dialog = page.locator('dialog#proposal');
    await fillByLabel(dialog, { Name: 'A', Email: 'noscript@roy.example' });
    await dialog.getByRole('button', { name: 'Send request' }).click();
    const form = page.locator('#proposal-form');
    await expect(form).toContainText('Enter your name (at least 2 characters)');
    await expect(page).toHaveTitle('Error: Accessibility Audit · Fairlead Digital');
    await fillByLabel(form, { Name: 'Ana Roy' });
    await form.getByRole('button', { name: 'Send request' }).click();
    await expect(page.locator('#sent')).toContainText('Success!');
    await expect(page).toHaveTitle('Accessibility Audit · Fairlead Digital');
    const lead = await readNewestLead(product, 'noscript@roy.example');
    expect(lead).toMatchObject({ name: 'Ana Roy', message: null });
    expect(lead?.service_id).not.toBeNull();
  });
});

/** Posts a form without scripts, which returns with its errors; then the visitor continues with scripts. */
async function postWithMistake(page: Page, path: string): Promise<void> {
  await markHydration(page);
  await page.route(path, (route) =>
    route.continue({
      method: 'POST',
      headers: { ...route.request().headers(), 'content-type': 'application/x-www-form-urlencoded' },
      postData: 'name=Ana+Roy&email=a%40&message=Hello',
    }),
  );
  await page.goto(path);
  await page.unroute(path);
  await movePointer(page);
  await expectHydrated(page);
}

test('G-48 A-17 a press before any script of an empty form shows the same toast, which scripts can dismiss', async ({
  page,
}) => {
  await markHydration(page);
  const release = await holdScripts(page);
  await page.goto('/contact');
  await page.getByRole('button', { name: 'Send Message' }).click();
  const shown = page.locator('.toast');
  await expect(shown).toHaveText('Validation ErrorName must be at least 2 characters');
  await expect(shown).toHaveRole('alert');
  release();
  await shown.getByRole('button', { name: 'Dismiss' }).click();
  await expect(shown).toHaveCount(0);
  await expectHydrated(page);
  await page.getByRole('button', { name: 'Send Message' }).click();
  await expect(toast(page, 'Validation Error')).toBeVisible();
});

test('A-17 A-18 after a native post with a mistake, the next one succeeds, with title and confirmation and without the old error', async ({
  page,
}) => {
  await postWithMistake(page, '/contact');
  const form = page.locator('main form');
  await expect(page).toHaveTitle(/^Error: Get in Touch/);
  await expect(page.locator('.toast')).toHaveText('Validation ErrorInvalid email address');
  await form.getByRole('button', { name: 'Send Message' }).click();
  await expect(toast(page, 'Validation Error')).toBeVisible();
  await expect(page.locator('.toast')).toHaveCount(1);
  await fillByLabel(form, { Email: 'mended@roy.example' });
  await form.getByRole('button', { name: 'Send Message' }).click();
  await expect(toast(page, 'Message Sent!')).toBeVisible();
  await expect(toast(page, 'Validation Error')).toHaveCount(0);
  await expect(page.locator('#sent')).toBeFocused();
  await expect(page).toHaveTitle('Get in Touch · Fairlead Digital');
  // the next error is shown again
  await form.getByRole('button', { name: 'Send Message' }).click();
  await expect(page).toHaveTitle(/^Error: /);
});

test('G-52 the proposal form in the page confirms as well, and the title follows @audit', async ({
  page,
}) => {
  await postWithMistake(page, '/apps/ringcheck?proposal=');
  const form = page.locator('#proposal-form');
  await expect(page).toHaveTitle('Error: Ringcheck · Fairlead Digital');
  await expect(page.locator('head title')).toHaveCount(1);
  await fillByLabel(form, { Email: 'mended-too@roy.example' });
  await form.getByRole('button', { name: 'Send request' }).click();
  await expect(page.locator('#sent')).toBeFocused();
  await expect(page).toHaveTitle('Ringcheck · Fairlead Digital');
});
