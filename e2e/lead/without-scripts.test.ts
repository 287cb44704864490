import type { Page } from '@playwright/test';
import { expect, test } from '../product/fixture.ts';
import { expectHydrated, movePointer, markHydration } from '../product/hydrated.ts';
import { holdScripts } from '../hydration/watch-page.ts';
import { closingBand, fillByLabel, readNewestLead, leadFormValues } from './lead-forms.ts';
import { toast } from '../product/toasts.ts';

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false });

  test('a message is sent and answered with a confirmation at an address of its own', async ({
    page,
    product,
  }) => {
    await page.goto('/contact');
    await fillByLabel(page.locator('main form'), {
      ...leadFormValues,
      Email: 'plain@roy.example',
      Message: 'one\ntwo',
    });
    await page.getByRole('button', { name: 'Send Message' }).click();
    await expect(page).toHaveURL(/\/contact\?sent=1#sent$/);
    await expect(page.locator('#sent')).toContainText('Message Sent!');
    expect(await readNewestLead(product, 'plain@roy.example')).toMatchObject({ message: 'one\ntwo' });
  });

  test('P-143 2,000 characters with line ends are not one too many', async ({ page, product }) => {
    const message = 'a\n'.repeat(999) + 'ab';
    await page.goto('/contact');
    await fillByLabel(page.locator('main form'), {
      ...leadFormValues,
      Email: 'long@roy.example',
      Message: message,
    });
    await page.getByRole('button', { name: 'Send Message' }).click();
    await expect(page).toHaveURL(/sent=1/);
    expect((await readNewestLead(product, 'long@roy.example'))?.message).toBe(message);
  });

  test('G-48 an invalid form is returned with its values, the toast as markup, and the focus at its field', async ({
    page,
  }) => {
    await page.goto('/contact');
    await fillByLabel(page.locator('main form'), { ...leadFormValues, Email: 'a@' });
    await page.getByRole('button', { name: 'Send Message' }).click();
    const email = page.getByLabel('Email');
    await expect(email).toBeFocused();
    await expect(email).toHaveAccessibleDescription('Enter an email address, such as name@example.com');
    await expect(page.locator('[data-form-summary]')).toHaveCount(0);
    await expect(page.getByLabel('Message')).toHaveValue(leadFormValues.Message);
    await expect(email).toHaveValue('a@');
    await expect(page).toHaveTitle(/^Error: /);
    const shown = page.locator('.toast');
    await expect(shown).toHaveText('Validation ErrorInvalid email address');
    // it has a place in the page, where it covers neither the field nor its message
    await expect(shown).toHaveCSS('position', 'static');
  });

  test('G-48 P-142 an empty form is returned with the first problem in the toast, and links to its fields', async ({
    page,
  }) => {
    await page.goto('/contact');
    await page.getByRole('button', { name: 'Send Message' }).click();
    await expect(page.locator('.toast')).toHaveText('Validation ErrorName must be at least 2 characters');
    const summary = page.locator('[data-form-summary]');
    await expect(summary).toBeFocused();
    await expect(summary.getByRole('link')).toHaveText(['Name', 'Email', 'Message']);
    await summary.getByRole('link', { name: 'Email' }).click();
    await expect(page.getByLabel('Email')).toBeFocused();
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

  test('G-52 a browser without dialogs gets the form in the page', async ({ page }) => {
    await page.goto('/apps/ringcheck?proposal=');
    await expect(page.locator('#proposal-form').getByLabel('Name')).toBeVisible();
  });
});

test('posts from other origins, in other formats or too long get an error message and store nothing', async ({
  request,
  product,
}) => {
  const form = { name: 'Eve', email: 'eve@evil.example', message: 'hi' };
  for (const [status, words, options] of [
    [403, 'only be sent from our website', { form, headers: { origin: 'http://localhost:1' } }],
    [421, 'set SITE_URL', { form, headers: { origin: 'https://evil.example' } }],
    [415, "couldn't read that form", { data: form }],
    [413, 'message is too long', { form: { ...form, message: 'm'.repeat(70_000) } }],
  ] as const) {
    const response = await request.post('/contact', options);
    expect(response.status()).toBe(status);
    expect(await response.text()).toContain(words);
  }
  expect(await readNewestLead(product, form.email)).toBeUndefined();
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

test('A-17 A-18 after a native post with a mistake the next one succeeds in full: title, confirmation, no old error', async ({
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

test('G-52 the proposal form in the page confirms as well, and the title follows', async ({ page }) => {
  await postWithMistake(page, '/apps/ringcheck?proposal=');
  const form = page.locator('#proposal-form');
  await expect(page).toHaveTitle('Error: Ringcheck · Fairlead Digital');
  await expect(page.locator('head title')).toHaveCount(1);
  await fillByLabel(form, { Email: 'mended-too@roy.example' });
  await form.getByRole('button', { name: 'Send request' }).click();
  await expect(page.locator('#sent')).toBeFocused();
  await expect(page).toHaveTitle('Ringcheck · Fairlead Digital');
});
