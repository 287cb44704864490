import { expect, test } from '../product/fixture.ts';
import { holdRequests } from '../product/hold-requests.ts';
import { openHydrated } from '../product/hydrated.ts';
import { fillByLabel, leadFormValues } from './lead-forms.ts';
import { readNewestLead } from '../product/read-leads.ts';
import { toast } from '../product/toasts.ts';

test('P-60 P-62 P-72 P-143 P-182 A-19 while a message is sent the button is disabled and says so; then there are a toast, an empty form and a confirmation, and the stored lead has what was typed', async ({
  page,
  product,
}) => {
  await openHydrated(page, '/contact');
  const email = 'sent@roy.example';
  const form = page.locator('main form');
  await fillByLabel(form, { ...leadFormValues, Email: email, Company: '  ' });
  const release = await holdRequests(page, '**/*.data*', 'POST');
  await page.getByRole('button', { name: 'Send Message' }).click();
  const busy = form.getByRole('button', { name: 'Sending' });
  await expect(busy).toBeDisabled();
  await expect(busy.locator('.spinner')).toBeVisible();
  await expect(form.locator('[data-form-status]')).toBeFocused();
  release();
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

test('P-59 P-142 G-48 A-18 of five fields three are required; sent empty, one toast has the first rule, and each field has an instruction and a link to it', async ({
  page,
}) => {
  await openHydrated(page, '/contact');
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

test('P-134 P-135 P-136 P-137 P-138 P-139 P-140 P-141 G-48 A-18 a single wrong field gets the focus, its rule is the toast, and no summary repeats its message', async ({
  page,
}) => {
  await openHydrated(page, '/contact');
  for (const [label, value, message] of [
    ['Email', 'a b@c.d', 'Invalid email address'],
    ['Name', ' a ', 'Name must be at least 2 characters'],
    ['Name', 'a'.repeat(101), 'Name must be less than 100 characters'],
    ['Email', `${'a'.repeat(244)}@roy.example`, 'Email must be less than 255 characters'],
    ['Company', 'c'.repeat(201), 'Company name must be less than 200 characters'],
    ['Phone', '1'.repeat(21), 'Phone number must be less than 20 characters'],
    ['Message', 'm'.repeat(2001), 'Message must be less than 2000 characters'],
    ['Message', '  ', 'Message is required'],
  ] as const)
    await test.step(message, async () => {
      const values = { ...leadFormValues, Company: '', Phone: '', [label]: value };
      const form = page.locator('main form');
      await fillByLabel(form, values);
      await page.getByRole('button', { name: 'Send Message' }).click();
      await expect(toast(page, 'Validation Error').filter({ hasText: message })).toBeVisible();
      const field = form.getByLabel(label);
      await expect(field).toBeFocused();
      if (value === 'a b@c.d')
        await expect(field).toHaveAccessibleDescription('Enter an email address, such as name@example.com');
      await expect(page.locator('[data-form-summary]')).toHaveCount(0);
      await expect(page).toHaveTitle(/^Error: /);
    });
});
