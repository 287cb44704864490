import { expect, storedSession, test } from '../staff.ts';
import { test as visitorTest } from '../fixture.ts';
import { coverPairs, everyCombination, groupByState } from './combinations.ts';
import { examine, tellFaults } from './examine.ts';
import { authScreens, staffScreens } from './staff-screens.ts';

const chosen = coverPairs(everyCombination(staffScreens));

for (const screen of staffScreens) {
  const mine = chosen.filter((combination) => combination.screen === screen);
  test(`A-1 A-21 A-22 A-23 ${screen.path}: ${mine.length} combinations`, async ({
    newContext,
    product,
    account,
  }) => {
    const storageState = storedSession(product, account);
    for (const group of groupByState(mine)) {
      const context = await newContext({ baseURL: product.url, storageState });
      const page = await context.newPage();
      expect(tellFaults(await examine(page, group, { enhanced: false }))).toEqual([]);
    }
  });
}

visitorTest('A-1 A-21 A-22 A-23 /auth', async ({ newContext, product }) => {
  for (const group of groupByState(coverPairs(everyCombination(authScreens)))) {
    const context = await newContext({ baseURL: product.url });
    const page = await context.newPage();
    expect(tellFaults(await examine(page, group, { enhanced: false }))).toEqual([]);
  }
});
