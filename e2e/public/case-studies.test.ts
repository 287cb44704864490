import { expect, test } from '../product/fixture.ts';

test('B-82 a case study states the client, the problem, the work and the results, and links to its services', async ({
  page,
}) => {
  await page.goto('/');
  const section = page.getByRole('region', { name: 'Client results' });
  await expect(section.getByRole('listitem')).toHaveCount(3);
  await expect(page.locator('footer').getByRole('link', { name: 'Case Studies' })).toHaveAttribute(
    'href',
    '/case-studies',
  );
  await section.getByRole('link', { name: 'Found in three towns instead of one' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Found in three towns instead of one');
  const main = page.locator('main');
  await expect(main.locator('[data-detail-header] .badge')).toHaveText([
    'Snowgoose & Sons Plumbing',
    'Sample',
  ]);
  await expect(main.getByRole('heading', { level: 2 })).toHaveText([
    'The problem',
    'What we did',
    'The results',
    'Services used',
    'Need something like this?',
  ]);
  await expect(main.getByRole('heading', { level: 3 }).first()).toHaveText('Paid when it worked');
  const results = main.getByRole('region', { name: 'The results' });
  await expect(results.locator('.figure')).toHaveText(['4', '63%']);
  const services = main.getByRole('region', { name: 'Services used' });
  await expect(services.getByRole('heading', { level: 3 })).toHaveText([
    'Pay Per Results SEO',
    'Review Generation & Reputation',
  ]);
  await services.getByRole('link', { name: /Pay Per Results SEO/ }).click();
  await expect(page.getByRole('region', { name: 'Client results' })).toContainText(
    'Found in three towns instead of one',
  );
});
