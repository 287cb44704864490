import { holdRequests } from '../product/hold-requests.ts';
import { expect, test } from '../product/fixture.ts';
import { openHydrated } from '../product/hydrated.ts';
import { closingBand, fillByLabel, openProposalDialog } from './lead-forms.ts';
import { readNewestLead } from '../product/read-leads.ts';
import { toast } from '../product/toasts.ts';

test('P-41 P-62 P-67 P-68 P-69 P-70 P-72 A-19 B-66 a proposal for a service is sent without a message: a disabled button that says so, toast, closed dialog; the consent box is empty again', async ({
  page,
  product,
}) => {
  const dialog = await openProposalDialog(page);
  await expect(dialog.getByRole('heading')).toHaveText('Request a Proposal');
  await expect(dialog).toContainText('Tell us about your interest in Accessibility Audit');
  await expect(dialog.getByLabel('Name')).toBeFocused();
  await fillByLabel(dialog, {
    Name: 'Ana Roy',
    Email: 'proposal@roy.example',
    Company: 'Roy & Co',
    Phone: '555-0100',
  });
  const consent = dialog.getByRole('checkbox', { name: /^Send me news and offers/, includeHidden: true });
  await expect(consent).not.toBeChecked();
  await consent.check();
  const release = await holdRequests(page, '**/*.data*', 'POST');
  await dialog.getByRole('button', { name: 'Send request' }).click();
  const busy = dialog.getByRole('button', { name: 'Sending' });
  await expect(busy).toBeDisabled();
  await expect(busy.locator('.spinner')).toBeVisible();
  await expect(dialog.locator('[data-form-status]')).toBeFocused();
  release();
  await expect(toast(page, 'Success!')).toContainText(
    "Thank you for your interest. We'll be in touch shortly.",
  );
  await expect(dialog).toBeHidden();
  await expect(closingBand(page).getByRole('button')).toBeFocused();
  const { data: service } = await product
    .visitor()
    .from('services')
    .select('id')
    .eq('slug', 'accessibility-audit')
    .single();
  expect(await readNewestLead(product, 'proposal@roy.example')).toMatchObject({
    message: null,
    service_id: service?.id,
    consent_version: expect.stringMatching(/^en-CA\.\w+$/),
  });
  await expect(consent).not.toBeChecked();
  await closingBand(page).getByRole('button').click();
  for (const label of ['Name', 'Email', 'Company', 'Phone', 'Message'])
    await expect(dialog.getByLabel(label), label).toHaveValue('');
});

test('P-51 P-68 G-18 a proposal from an app is for no service', async ({ page, product }) => {
  const dialog = await openProposalDialog(page, '/apps/ringcheck');
  await expect(dialog).toContainText('Tell us about your project');
  await fillByLabel(dialog, { Name: 'Ana Roy', Email: 'app@roy.example' });
  await dialog.getByRole('button', { name: 'Send request' }).click();
  await expect(toast(page, 'Success!')).toBeVisible();
  expect(await readNewestLead(product, 'app@roy.example')).toMatchObject({ service_id: null });
});

test('A-9 A-12 A-17 a toast is above the dialog, covers nothing that has the focus and can be dismissed; Escape closes the dialog and returns the focus', async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  const dialog = await openProposalDialog(page);
  const send = dialog.getByRole('button', { name: 'Send request' });
  await send.click();
  const shown = toast(page, 'Validation Error');
  await expect(shown).toBeVisible();
  await expect(dialog.locator('[data-form-summary]')).toBeFocused();
  for (const button of [send, dialog.getByRole('button', { name: 'Cancel' })]) {
    await button.focus();
    const isClear = () =>
      button.evaluate((element) => {
        const { left, right, top, bottom } = element.getBoundingClientRect();
        return [top + 4, bottom - 4].every((y) =>
          element.contains(document.elementFromPoint((left + right) / 2, y)),
        );
      });
    await expect.poll(isClear).toBe(true);
  }
  expect(await shown.evaluate((element) => element.closest('dialog')?.id)).toBe('proposal');
  await shown.getByRole('button', { name: 'Dismiss' }).click();
  await expect(shown).toHaveCount(0);
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await expect(closingBand(page).getByRole('button')).toBeFocused();
  expect(await page.locator('#toaster').evaluate((element) => element.parentElement?.id)).toBe(
    'toaster-home',
  );
});

test('P-73 A-17 the page has one live region from its first HTML on, and its toast follows the theme', async ({
  page,
  request,
}) => {
  expect((await (await request.get('/contact')).text()).match(/aria-live/g)).toHaveLength(1);
  await page.emulateMedia({ colorScheme: 'dark' });
  await openHydrated(page, '/contact');
  await page.getByRole('button', { name: 'Send Message' }).click();
  const shown = toast(page, 'Validation Error');
  await expect(shown).toBeVisible();
  expect(await shown.evaluate((element) => element.closest('[aria-live]')?.id)).toBe('toaster');
  expect(await shown.evaluate((element) => getComputedStyle(element).backgroundColor)).toBe(
    'rgb(59, 23, 32)',
  );
});

test('P-67 A-19 the dialog begins at the name, also on a page that was reached by links, without loading a document', async ({
  page,
}) => {
  await openHydrated(page, '/services');
  await page
    .locator('main')
    .getByRole('link', { name: /Accessibility Audit/ })
    .first()
    .click();
  await expect(page).toHaveURL(/\/services\/accessibility-audit$/);
  await closingBand(page).getByRole('button').click();
  await expect(page.locator('dialog#proposal').getByLabel('Name')).toBeFocused();
});
