import { expect, test } from '../product/fixture.ts';
import { coverPairs, everyCombination, groupByState } from './combinations.ts';
import { examineStates } from './examine-states.ts';
import { emptyScreens, publicScreens, unpublishAll } from './public-screens.ts';

/** The full matrix is `npm run audit`'s. Here the few combinations that coverPairs chooses. */
const chosen = coverPairs(everyCombination(publicScreens));

for (const screen of publicScreens) {
  const mine = chosen.filter((combination) => combination.screen === screen);
  test(`A-1 A-2 A-21 A-22 A-23 ${screen.path}: ${mine.length} combinations`, async ({
    product,
    newContext,
  }) => {
    // One page load and one run of axe each.
    test.setTimeout(60_000 + mine.length * 5_000);
    const openPage = async () => (await newContext({ baseURL: product.url })).newPage();
    expect(await examineStates(openPage, groupByState(mine), { enhanced: true })).toEqual([]);
  });
}

test('A-1 A-2 A-21 the lists where nothing is published', async ({ ownProduct, newContext }) => {
  await unpublishAll(ownProduct);
  const groups = groupByState(coverPairs(everyCombination(emptyScreens)));
  const openPage = async () => (await newContext({ baseURL: ownProduct.url })).newPage();
  expect(await examineStates(openPage, groups, { enhanced: true })).toEqual([]);
});
