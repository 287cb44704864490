import { expect, uniqueLeadName, makeLead, test } from '../product/staff.ts';

test('B-100 single keys move through the inbox, are ignored while typing, and can be turned off for the account', async ({
  page,
  product,
}) => {
  const first = uniqueLeadName('Keyed');
  await makeLead(product, { name: `${first} B` });
  await makeLead(product, { name: `${first} A` });
  await page.goto(`/dashboard/messages?search=${encodeURIComponent(first)}`);
  const cards = page.getByRole('article');
  await expect(cards).toHaveCount(2);
  const [top, bottom] = [cards.first(), cards.last()];

  await page.keyboard.press('j');
  await expect(top.getByRole('heading', { level: 2 })).toBeFocused();
  await page.keyboard.press('j');
  await expect(bottom.getByRole('heading', { level: 2 })).toBeFocused();
  await page.keyboard.press('k');
  await expect(top.getByRole('heading', { level: 2 })).toBeFocused();
  await page.keyboard.press('s');
  await expect(top.getByRole('combobox')).toBeFocused();
  await page.keyboard.press('q');
  await expect(top.locator('.badge').first()).toHaveText('Qualified');
  await bottom.getByRole('heading', { level: 2 }).focus();
  await page.keyboard.press('r');
  const box = bottom.getByPlaceholder('Type your reply here...');
  await expect(box).toBeFocused();
  // in a field they are letters, and with a modifier they are the browser's shortcuts
  await page.keyboard.type('jkrs/?');
  await expect(box).toHaveValue('jkrs/?');
  await bottom.getByRole('heading', { level: 2 }).focus();
  await page.keyboard.press('Alt+k');
  await expect(bottom.getByRole('heading', { level: 2 })).toBeFocused();
  await page.keyboard.press('/');
  await expect(page.getByLabel('Search leads')).toBeFocused();

  // `?` and a button list them; once turned off there, they stay off after a reload, and the button still lists them
  await top.getByRole('heading', { level: 2 }).focus();
  await page.keyboard.press('?');
  const list = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
  await expect(list).toBeVisible();
  await page.keyboard.press('j');
  await expect(list.getByRole('switch', { name: 'Single-key shortcuts' })).toBeChecked();
  const saved = page.waitForResponse(/\/rest\/v1\/profiles/);
  await list.getByRole('switch').press('Space');
  expect((await saved).ok()).toBe(true);
  await expect(list.getByRole('switch')).not.toBeChecked();
  await page.keyboard.press('Escape');
  await page.reload();
  await expect(cards).toHaveCount(2);
  const options = page.getByRole('button', { name: 'List options' });
  await options.focus();
  await page.keyboard.press('?');
  await page.keyboard.press('j');
  await expect(options).toBeFocused();
  await options.press('Enter');
  const button = page.getByRole('button', { name: 'Keyboard shortcuts' });
  await button.press('Enter');
  await expect(list.getByRole('switch')).not.toBeChecked();
  await page.keyboard.press('Escape');
  await expect(button).toBeFocused();
});
