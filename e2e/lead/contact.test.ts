import { expect, test } from '../product/fixture.ts';
import { openHydrated } from '../product/hydrated.ts';
import { fillByLabel, readNewestLead, leadFormValues } from './lead-forms.ts';
import { toast } from '../product/toasts.ts';

test('P-59 A-18 the contact form: five fields, three marked required, with autocomplete', async ({
  page,
}) => {
  await page.goto('/contact');
  const form = page.locator('main form');
  const fields = await form
    .locator('input:visible:not([type=checkbox]), textarea:visible')
    .evaluateAll((all) =>
      all.map((field) => [
        field.getAttribute('name'),
        field.getAttribute('aria-required') === 'true',
        field.getAttribute('autocomplete'),
      ]),
    );
  expect(fields).toEqual([
    ['name', true, 'name'],
    ['email', true, 'email'],
    ['company', false, 'organization'],
    ['phone', false, 'tel'],
    ['message', true, null],
  ]);
  await expect(form.locator('label', { hasText: 'required' })).toHaveCount(3);
  await expect(form).toHaveJSProperty('noValidate', true);
});

test('P-60 P-72 P-143 P-182 a message is sent: toast, empty form, confirmation; the row is what was meant', async ({
  page,
  product,
}) => {
  await openHydrated(page, '/contact');
  const email = 'sent@roy.example';
  await fillByLabel(page.locator('main form'), { ...leadFormValues, Email: email, Company: '  ' });
  await page.getByRole('button', { name: 'Send Message' }).click();
  await expect(toast(page, 'Message Sent!')).toContainText(
    "Thank you for contacting us. We'll respond shortly.",
  );
  await expect(page.getByLabel('Name')).toHaveValue('');
  await expect(page.getByLabel('Message')).toHaveValue('');
  await expect(page.locator('.field-foot .figure')).toHaveText('0 / 2,000');
  const next = page.locator('#sent');
  await expect(next).toBeFocused();
  await expect(next).toContainText(`We'll reply to ${email}.`);
  await expect(page.getByText('Message Sent!')).toHaveCount(1);
  await expect(page.getByText('Thank you for contacting us')).toHaveCount(1);
  expect(await readNewestLead(product, email)).toMatchObject({
    name: 'Ana Roy',
    company: null,
    phone: null,
    message: leadFormValues.Message,
    service_id: null,
    status: 'new',
  });
});

test('P-61 a broken connection: the toast, and the text is kept', async ({ page }) => {
  await openHydrated(page, '/contact');
  await page.route(/\/contact\.data/, (route) => route.abort());
  await fillByLabel(page.locator('main form'), leadFormValues);
  await page.getByRole('button', { name: 'Send Message' }).click();
  await expect(toast(page, 'Error')).toContainText('Failed to send message. Please try again.');
  await expect(page.getByLabel('Message')).toHaveValue(leadFormValues.Message);
  await expect(page.getByRole('button', { name: 'Send Message' })).toBeEnabled();
});

test('P-142 G-48 A-18 all empty: one toast with the first rule, one instruction at each field, and links to them', async ({
  page,
}) => {
  await openHydrated(page, '/contact');
  await page.getByRole('button', { name: 'Send Message' }).click();
  await expect(toast(page, 'Validation Error')).toContainText('Name must be at least 2 characters');
  await expect(page.locator('.toast')).toHaveCount(1);
  const summary = page.locator('[data-form-summary]');
  await expect(summary).toBeFocused();
  await expect(summary.getByRole('link')).toHaveText(['Name', 'Email', 'Message']);
  await expect(page).toHaveTitle(/^Error: /);
  for (const instruction of [
    'Enter your name (at least 2 characters)',
    'Enter an email address, such as name@example.com',
    'Tell us what you need',
  ])
    await expect(page.getByText(instruction), instruction).toHaveCount(1);
  const email = page.getByLabel('Email');
  await expect(email).toHaveAttribute('aria-invalid', 'true');
  await expect(email).toHaveAccessibleDescription('Enter an email address, such as name@example.com');
  expect(await page.getByText('Name must be at least 2 characters').count()).toBe(1);
  await summary.getByRole('link').nth(1).click();
  await expect(email).toBeFocused();
});

test('G-48 A-18 one wrong field gets the focus, and no summary repeats its message', async ({ page }) => {
  await openHydrated(page, '/contact');
  await fillByLabel(page.locator('main form'), { ...leadFormValues, Email: 'a@' });
  await page.getByRole('button', { name: 'Send Message' }).click();
  await expect(toast(page, 'Validation Error')).toContainText('Invalid email address');
  const email = page.getByLabel('Email');
  await expect(email).toBeFocused();
  await expect(email).toHaveAccessibleDescription('Enter an email address, such as name@example.com');
  await expect(page.locator('[data-form-summary]')).toHaveCount(0);
  await expect(page).toHaveTitle(/^Error: /);
});

for (const [id, label, value, message] of [
  ['P-134', 'Name', ' a ', 'Name must be at least 2 characters'],
  ['P-135', 'Name', 'a'.repeat(101), 'Name must be less than 100 characters'],
  ['P-136', 'Email', 'a b@c.d', 'Invalid email address'],
  ['P-137', 'Email', `${'a'.repeat(244)}@roy.example`, 'Email must be less than 255 characters'],
  ['P-138', 'Company', 'c'.repeat(201), 'Company name must be less than 200 characters'],
  ['P-139', 'Phone', '1'.repeat(21), 'Phone number must be less than 20 characters'],
  ['P-140', 'Message', 'm'.repeat(2001), 'Message must be less than 2000 characters'],
  ['P-141', 'Message', '  ', 'Message is required'],
] as const) {
  test(`${id} the contact form shows "${message}"`, async ({ page }) => {
    await openHydrated(page, '/contact');
    await fillByLabel(page.locator('main form'), { ...leadFormValues, [label]: value });
    await page.getByRole('button', { name: 'Send Message' }).click();
    await expect(toast(page, 'Validation Error')).toContainText(message);
  });
}
