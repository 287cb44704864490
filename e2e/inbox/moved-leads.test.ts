import { leadCard, expect, uniqueLeadName, makeLead, test } from '../product/staff.ts';

test('a lead that was just changed stays in the filtered list with the focus, shows its new status, and can be restored @audit', async ({
  page,
  product,
}) => {
  const { name } = await makeLead(product);
  await page.goto(`/dashboard/messages?search=${encodeURIComponent(name)}&status=new`);
  const card = leadCard(page, name);
  const note = card.getByText('Moved to Qualified');
  const select = card.getByRole('combobox');
  await select.focus();
  await select.selectOption('qualified');
  await expect(note).toBeVisible();
  await expect(select).toBeFocused();
  await expect(card.locator('.badge').first()).toHaveText('Qualified');
  await card.getByRole('button', { name: /^Undo/ }).press('Enter');
  await expect(note).toHaveCount(0);
  await expect(select).toHaveValue('new');
  await expect(card.getByRole('heading', { name })).toBeFocused();
  // it stays until the filter changes, and is not there when the filter is set again
  await select.selectOption('qualified');
  await expect(note).toBeVisible();
  await page.getByLabel('Filter by status').selectOption({ label: 'Contacted' });
  await expect(page.getByText('No messages match your filters.')).toBeVisible();
  await page.getByLabel('Filter by status').selectOption({ label: 'New' });
  await expect(page.getByText('No messages match your filters.')).toBeVisible();
  await page.getByLabel('Filter by status').selectOption({ label: 'Qualified' });
  await expect(card).toBeVisible();
  await expect(note).toHaveCount(0);
});

test('a reply under “Needs a reply” keeps its card; Undo brings back the status and unsends nothing @audit', async ({
  page,
  product,
}) => {
  const shared = uniqueLeadName();
  const name = `${shared} A`;
  const lead = await makeLead(product, { name });
  const other = await makeLead(product, { name: `${shared} B` });
  await page.goto(`/dashboard/messages?search=${encodeURIComponent(shared)}`);
  await page.getByRole('button', { name: 'Needs a reply' }).click();
  await expect(page).toHaveURL(/needs=reply/);
  const card = leadCard(page, name);
  const box = card.getByPlaceholder('Type your reply here...');
  await box.fill('Thursday works.');
  // one shortcut sends, as in mail programs
  await box.press('Control+Enter');
  await expect(page.getByText('Reply Sent')).toBeVisible();
  await expect(card.getByText('Moved to Contacted')).toBeVisible();
  await expect(box).toBeFocused();
  await expect(leadCard(page, other.name)).toBeVisible();
  await card.getByRole('button', { name: /^Undo/ }).click();
  await expect(card.getByRole('combobox')).toHaveValue('new');
  await expect(card.getByText('1 reply')).toBeVisible();
  await expect(card).toContainText('No longer matches this filter');
  const stored = () => product.admin.from('leads').select('status, reply_count').eq('id', lead.id).single();
  await expect.poll(async () => (await stored()).data).toEqual({ status: 'new', reply_count: 1 });
  await page.reload();
  await expect(leadCard(page, other.name)).toBeVisible();
  await expect(card).toHaveCount(0);
});
