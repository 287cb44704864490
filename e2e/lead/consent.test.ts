import { expect, test } from '../product/fixture.ts';
import { fillByLabel, readLeadsByEmail, openProposalDialog, leadFormValues } from './lead-forms.ts';

const box = /^Send me news and offers/;

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false });

  test('B-66 the checkbox is unticked and optional; if ticked, the lead stores the text beside it', async ({
    page,
    product,
  }) => {
    await page.goto('/contact');
    await expect(page.getByRole('checkbox', { name: box })).not.toBeChecked();
    await page.getByRole('checkbox', { name: box }).check();
    // invalid input comes back, with the box in its state
    await fillByLabel(page.locator('main form'), { ...leadFormValues, Email: 'a@' });
    await page.getByRole('button', { name: 'Send Message' }).click();
    await expect(page.getByRole('checkbox', { name: box })).toBeChecked();
    await page.getByLabel('Email').fill('agreed@roy.example');
    await page.getByRole('button', { name: 'Send Message' }).click();
    await expect(page).toHaveURL(/sent=1/);
    const [lead] = await readLeadsByEmail(product, 'agreed@roy.example');
    expect(lead).toMatchObject({
      consent_version: expect.stringMatching(/^en-CA\.\w+$/),
      source_path: '/contact',
    });
    expect(lead?.consent_text).toMatch(/^Send me news and offers .*unsubscribe at any time/);
    expect(Date.parse(lead?.consent_at ?? '')).toBeGreaterThan(Date.now() - 60_000);
  });

  test('B-66 the unsubscribe link: opening it changes nothing, its button and the mail program unsubscribe once', async ({
    page,
    request,
    product,
  }) => {
    const { data: token } = await product.admin.rpc('unsubscribe_token', { address: 'link@roy.example' });
    const path = `/unsubscribe/${token}`;
    const response = await page.goto(path);
    expect(response?.headers()).toMatchObject({
      'cache-control': 'private, no-store',
      'x-robots-tag': 'noindex, nofollow',
    });
    await page.getByRole('button', { name: 'Unsubscribe' }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText("You're unsubscribed");
    await expect(page).toHaveTitle(/^You're unsubscribed/);
    // like a mail program: no page before it, no Origin, any body
    const form = { 'List-Unsubscribe': 'One-Click' };
    const posted = await request.post(path, { form, maxRedirects: 0 });
    expect(posted.status()).toBe(200);
    const unknown = await request.post(`/unsubscribe/${'0'.repeat(64)}`, { form, maxRedirects: 0 });
    expect(unknown.status()).toBe(404);
    expect(await unknown.text()).toContain('Please open the link in our email again');
  });
});

test('B-66 the box of the dialog is sent with scripts, and is empty again after it', async ({
  page,
  product,
}) => {
  const dialog = await openProposalDialog(page);
  await fillByLabel(dialog, { ...leadFormValues, Email: 'dialog-agreed@roy.example' });
  await dialog.getByRole('checkbox', { name: box }).check();
  await dialog.getByRole('button', { name: 'Send request' }).click();
  await expect(dialog).toBeHidden();
  expect(await readLeadsByEmail(product, 'dialog-agreed@roy.example')).toMatchObject([
    { consent_version: expect.stringMatching(/^en-CA\.\w+$/) },
  ]);
  await expect(dialog.getByRole('checkbox', { name: box, includeHidden: true })).not.toBeChecked();
});
