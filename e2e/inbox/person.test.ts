import { expect, uniqueLeadName, makeLead, test } from '../product/staff.ts';

test('B-104 an open card lists the other requests of its person, live; each links to its card, and one list shows all', async ({
  page,
  product,
}) => {
  const name = uniqueLeadName();
  const email = `${crypto.randomUUID()}@roy.example`;
  const earlier = await makeLead(product, {
    name,
    email,
    message: 'The first time',
    created_at: '2026-03-02T15:00:00Z',
  });
  await makeLead(product, { name: `${name} again`, email: email.toUpperCase(), message: 'The second time' });
  await page.goto(`/dashboard/messages?search=${encodeURIComponent(`${name} again`)}`);
  const card = page.getByRole('article');
  await expect(card).toHaveCount(1);
  await card.getByRole('button', { name: /^Conversation Thread/ }).click();
  await card.getByText('1 earlier lead', { exact: true }).click();
  await expect(card.getByText('The first time')).toBeVisible();
  await makeLead(product, { name: `${name} now`, email, message: 'The third time' });
  await expect(card.getByText('2 other leads', { exact: true })).toBeVisible();

  await card.getByRole('link', { name: 'Lead from Mar 2, 2026' }).click();
  await expect(page.getByRole('heading', { name: `All leads from ${name} now` })).toBeVisible();
  await expect(page.getByRole('article')).toHaveCount(3);
  await expect(page.locator(`#lead-${earlier.id}`)).toBeFocused();
  expect(page.url()).not.toContain('roy');
  await page.getByText('All messages in order (3)').click();
  await expect(
    page
      .getByRole('region', { name: /^All leads from/ })
      .getByRole('listitem')
      .getByText(/time$/),
  ).toHaveText(['The first time', 'The second time', 'The third time']);
  await makeLead(product, { name: `${name} later`, email });
  await page.getByRole('button', { name: `1 new match: ${name} later` }).click();
  await expect(page.getByRole('article')).toHaveCount(4);
  await page.getByRole('button', { name: 'Back to all leads' }).click();
  await expect(page.getByRole('searchbox', { name: 'Search leads' })).toBeVisible();
});
