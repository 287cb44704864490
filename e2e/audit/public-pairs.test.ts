import { expect, test } from '../fixture.ts';
import { coverPairs, everyCombination, groupByState } from './combinations.ts';
import { examine, tellFaults } from './examine.ts';
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
    for (const group of groupByState(mine)) {
      const context = await newContext({ baseURL: product.url });
      const page = await context.newPage();
      expect(tellFaults(await examine(page, group, { enhanced: true }))).toEqual([]);
    }
  });
}

test('A-1 A-2 A-21 the lists where nothing is published', async ({ ownProduct, newContext }) => {
  await unpublishAll(ownProduct);
  for (const group of groupByState(coverPairs(everyCombination(emptyScreens)))) {
    const context = await newContext({ baseURL: ownProduct.url });
    const page = await context.newPage();
    expect(tellFaults(await examine(page, group, { enhanced: true }))).toEqual([]);
  }
});
