import { expect, freshName, makeLead, test } from './staff.ts';

test('the overview lists who waits longest for a first reply; Reply leads to that lead', async ({
  page,
  product,
}) => {
  const name = freshName('Odile');
  const email = `odile-${Date.now()}@roy.example`;
  const lead = await makeLead(product, { name, email });
  await product.admin().from('leads').update({ created_at: '2020-01-02T03:04:05Z' }).eq('id', lead.id);

  await page.goto('/dashboard');
  const waiting = page.getByRole('region', { name: /^Needs a reply/ }).getByRole('listitem');
  await expect(waiting.first()).toContainText(name);
  await expect(waiting.first()).toContainText(/[\d,]+ days/);
  expect(await waiting.count()).toBeLessThanOrEqual(5);

  await waiting
    .first()
    .getByRole('link', { name: `Reply to ${name}` })
    .click();
  await expect(page.getByRole('article')).toHaveCount(1);
  await expect(page.getByRole('heading', { name })).toBeVisible();

  await product.admin().from('leads').update({ status: 'contacted' }).eq('id', lead.id);
  await page.goto('/dashboard');
  await expect(waiting.first()).toBeVisible();
  await expect(waiting.filter({ hasText: name })).toHaveCount(0);
});
