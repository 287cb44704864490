import { expect, uniqueLeadName, makeLead, test } from '../product/staff.ts';

test('B-99 leads are selected and changed together by keyboard; undo leaves what a colleague changed since', async ({
  page,
  product,
}) => {
  const first = uniqueLeadName('Bulk');
  const lower = await makeLead(product, { name: `${first} B` });
  await makeLead(product, { name: `${first} A` });
  await page.goto(`/dashboard/messages?search=${encodeURIComponent(first)}`);
  const cards = page.getByRole('article');
  await expect(cards).toHaveCount(2);
  const bar = page.getByRole('region', { name: 'Change selected leads' });
  const badge = (place: number) => cards.nth(place).locator('.badge').first();

  await page.keyboard.press('j');
  await page.keyboard.press('x');
  await expect(page.getByRole('checkbox', { name: `Select ${first} A` })).toBeChecked();
  await page.keyboard.press('j');
  await page.keyboard.press('x');
  await expect(bar.getByText('2 leads selected')).toBeVisible();
  await expect(page.getByRole('status').filter({ hasText: '2 leads selected' })).toHaveCount(1);
  await page.keyboard.press('s');
  await expect(bar.getByRole('combobox', { name: 'Status' })).toBeFocused();
  await page.keyboard.press('c');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expect(bar.getByText('2 leads set to Contacted.')).toBeVisible();
  await expect(bar.getByText('No leads selected')).toBeVisible();
  await expect(badge(0)).toHaveText('Contacted');
  await expect(badge(1)).toHaveText('Contacted');

  await product.admin.from('leads').update({ status: 'qualified' }).eq('id', lower.id).throwOnError();
  await expect(badge(1)).toHaveText('Qualified');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Tab');
  await expect(bar.getByRole('button', { name: 'Undo' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(
    bar.getByText('1 lead changed back. 1 lead has changed since then and was left as is.'),
  ).toBeVisible();
  await expect(badge(0)).toHaveText('New');
  await expect(badge(1)).toHaveText('Qualified');
  await expect(bar.getByRole('combobox', { name: 'Status' })).toBeFocused();

  // another list has another selection, and Done ends it
  await bar.getByRole('button', { name: 'Select all 2 shown' }).press('Enter');
  await expect(bar.getByText('2 leads selected')).toBeVisible();
  await page.getByRole('button', { name: 'Needs a reply' }).press('Enter');
  await expect(bar.getByText('No leads selected')).toBeVisible();
  await bar.getByRole('button', { name: 'Done' }).press('Enter');
  await expect(bar).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Select leads' })).toBeFocused();
});
