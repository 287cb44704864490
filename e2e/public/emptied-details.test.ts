import { makeOwner } from '../dashboard/team.ts';
import { findAxeProblems } from '../product/find-axe-problems.ts';
import { expect, test } from '../product/fixture.ts';

test('B-411 prices in which an owner has emptied the words for 0 have no fault that axe finds @audit', async ({
  ownProduct: product,
  newContext,
}) => {
  const { client } = await makeOwner(product);
  await client
    .from('agency_settings')
    .insert({ texts: { 'en-CA': { payForResults: '' } } })
    .throwOnError();
  const page = await (await newContext({ baseURL: product.url })).newPage();
  await page.goto('/services/pay-per-results-seo');
  await expect(page.getByRole('region', { name: 'Pricing' }).locator('dd')).toHaveText(['$1,200', '$450']);
  expect(await findAxeProblems(page, [390, 1440], 'main')).toEqual([]);
});
