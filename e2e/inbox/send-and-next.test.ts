import { expect, freshName, makeLead, test } from '../product/staff.ts';

test('B-101 Send and next sends, and goes on to the next lead of the list that waits', async ({
  page,
  product,
}) => {
  const first = freshName('Waiting');
  await makeLead(product, { name: `${first} C` });
  // has its answer
  await makeLead(product, { name: `${first} B`, status: 'contacted' });
  await makeLead(product, { name: `${first} A` });
  await page.goto(`/dashboard/messages?search=${encodeURIComponent(first)}`);
  await expect(page.getByRole('article')).toHaveCount(3);
  const boxOf = (letter: string) =>
    page.getByRole('article', { name: `${first} ${letter}` }).getByPlaceholder('Type your reply here...');
  const said = page.locator('main output').first();

  await boxOf('A').fill('Thursday works.');
  await page
    .getByRole('article', { name: `${first} A` })
    .getByRole('button', { name: 'Send and next' })
    .click();
  await expect(boxOf('C')).toBeFocused();
  await expect(page.getByRole('article', { name: `${first} C` })).toContainText(
    'Do you take on one-page sites?',
  );
  await expect(said).toHaveText(`Sent. Next waiting: ${first} C`);
  await expect(
    page
      .getByRole('article', { name: `${first} A` })
      .locator('.badge')
      .first(),
  ).toHaveText('Contacted');

  await page.keyboard.insertText('Yes, we do.');
  await page.keyboard.press('Control+Shift+Enter');
  await expect(said).toHaveText('Sent. No other lead in this list is waiting.');
  await expect(boxOf('C')).toHaveValue('');
  await expect(boxOf('C')).toBeFocused();

  // one that waits below what is loaded
  const contacted = Array.from({ length: 51 }, () => ({
    name: `${first} D`,
    status: 'contacted',
    email: 'd@d.example',
  }));
  await product.admin().from('leads').insert(contacted).throwOnError();
  await makeLead(product, { name: `${first} Z`, created_at: '2026-01-05T12:00:00Z' });
  await page.reload();
  await expect(page.getByRole('article')).toHaveCount(50);
  await page.getByPlaceholder('Type your reply here...').first().fill('One more thing.');
  await page.keyboard.press('Control+Shift+Enter');
  await expect(said).toHaveText(`Sent. Next waiting: ${first} Z`);
  await expect(boxOf('Z')).toBeFocused();
  await expect(page).toHaveURL(/search=.*&needs=reply$/);
});
