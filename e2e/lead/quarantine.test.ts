import { expect, test } from '../product/fixture.ts';
import { openHydrated } from '../product/hydrated.ts';
import { leadFieldNames } from '../../site/app/lead/lead-fields.ts';
import { fillByLabel, leadFormValues } from './lead-forms.ts';
import { readLeadsByEmail } from '../product/read-leads.ts';
import { toast } from '../product/toasts.ts';

test('B-11 G-50 the hidden field cannot be reached by keyboard or screen reader, and the hint is requested once, when the form is first touched', async ({
  page,
  product,
}) => {
  const asked: string[] = [];
  page.on('request', (seen) => seen.url().endsWith('/form-hint') && asked.push(seen.url()));
  const email = 'keyboard@roy.example';
  await openHydrated(page, '/contact');
  expect(asked).toEqual([]);
  await page.getByLabel('Name').focus();
  await expect.poll(() => asked.length).toBe(1);
  const met: (string | null)[] = [];
  const typed: Record<string, string> = { name: 'Ana Roy', email, message: 'Typed with the keyboard.' };
  for (const field of leadFieldNames) {
    met.push(await page.locator(':focus').getAttribute('name'));
    await page.keyboard.type(typed[field] ?? '');
    await page.keyboard.press('Tab');
  }
  expect(met).toEqual(leadFieldNames);
  await expect(page.getByRole('checkbox')).toBeFocused();
  await page.keyboard.press('Tab');
  await expect(page.getByRole('button', { name: 'Send Message' })).toBeFocused();
  expect(await page.locator('main form').ariaSnapshot()).not.toContain('Topic');
  await page.keyboard.press('Enter');
  await expect(toast(page, 'Message Sent!')).toBeVisible();
  const [lead] = await readLeadsByEmail(product, email);
  expect(lead?.score_reasons ?? []).not.toContain('a hidden field was filled in');
  expect(asked).toHaveLength(1);
});

test('G-51 above the ceiling of its address a form with scripts shows the text, keeps what was typed, and claims no copy @audit', async ({
  page,
  ownProduct: strict,
}) => {
  await strict.admin.from('settings').update({ local_mode: false }).eq('id', true).throwOnError();
  const first = { name: 'Ana Roy', email: 'first@roy.example', message: 'Hello' };
  await fetch(`${strict.url}/contact`, { method: 'POST', body: new URLSearchParams(first) });
  const [{ address_hash } = { address_hash: null }] = await readLeadsByEmail(strict, first.email, 'site');
  expect(address_hash).not.toBeNull();
  const row = { name: 'Bot', email: 'ceiling@bot.example', origin: 'site', address_hash };
  await strict.admin
    .from('quarantined_leads')
    .insert(Array.from({ length: 60 }, () => row))
    .throwOnError();
  await openHydrated(page, `${strict.url}/contact`);
  await fillByLabel(page.locator('main form'), { ...leadFormValues, Email: 'rejected@roy.example' });
  const responded = page.waitForResponse((response) => response.request().method() === 'POST');
  await page.getByRole('button', { name: 'Send Message' }).click();
  expect((await responded).status()).toBe(429);
  await expect(toast(page, 'Error')).toContainText('Please wait a minute and try again.');
  await expect(page.getByLabel('Message')).toHaveValue(leadFormValues.Message);
  await expect(page.getByText('Saved on this device.')).toHaveCount(0);
});
