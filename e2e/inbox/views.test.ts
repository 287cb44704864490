import { expect, uniqueLeadName, makeLead, test } from '../product/staff.ts';

test('B-103 a list is sorted, kept as a view in the sidebar, renamed and removed; w begins the longest waiting reply', async ({
  page,
  product,
}) => {
  const first = uniqueLeadName('Sorted');
  const at = (day: number) => `2019-05-0${day}T12:00:00Z`;
  await makeLead(product, { name: `${first} B`, created_at: at(2) });
  await makeLead(product, { name: `${first} A`, created_at: at(1) });
  await makeLead(product, { name: `${first} C`, created_at: at(3), status: 'contacted' });
  await page.goto(`/dashboard/messages?search=${encodeURIComponent(first)}`);
  const names = page.getByRole('article').getByRole('heading', { level: 2 });
  const listed = (letters: string) => [...letters].map((letter) => `${first} ${letter}`);
  await expect(names).toHaveText(listed('CBA'));
  await page.getByRole('button', { name: 'List options' }).click();
  const options = page.getByRole('dialog', { name: 'List options' });
  await options.getByLabel('Sort').selectOption({ label: 'Oldest first' });
  await expect(names).toHaveText(listed('ABC'));
  await options.getByLabel('Sort').selectOption({ label: 'Longest waiting first' });
  await expect(names).toHaveText(listed('AB'));
  await expect(page).toHaveURL(/needs=reply&sort=waiting$/);

  await options.getByRole('button', { name: 'Save this view' }).click();
  await expect(options.getByText('Enter a name for the view')).toBeVisible();
  await options.getByLabel('View name').fill('Spring');
  await options.getByLabel('View name').press('Enter');
  await options.getByRole('button', { name: 'Rename Spring' }).click();
  await page.getByRole('dialog', { name: 'Rename view' }).getByRole('textbox').fill('Autumn');
  await page.keyboard.press('Enter');
  await expect(options.getByRole('button', { name: 'Rename Autumn' })).toBeVisible();
  await page.keyboard.press('Escape');

  await page.goto('/dashboard/messages');
  await expect(page.getByRole('article').first()).toBeVisible();
  // of all waiting leads, these have waited the longest
  await page.keyboard.press('w');
  await expect(page.getByRole('article', { name: `${first} A` }).getByRole('textbox')).toBeFocused();
  await expect(page.getByRole('article').first().getByRole('heading', { level: 2 })).toHaveText(`${first} A`);

  const link = page.getByRole('list', { name: 'Saved views' }).getByRole('link', { name: 'Autumn' });
  await link.click();
  await expect(names).toHaveText(listed('AB'));
  await expect(link).toHaveAttribute('aria-current', 'page');
  await page.getByRole('button', { name: 'List options' }).click();
  await options.getByRole('button', { name: 'Remove Autumn' }).click();
  await expect(options.getByLabel('View name')).toBeFocused();
  await expect(link).toHaveCount(0);
});
