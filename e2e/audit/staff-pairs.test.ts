import { expect, storedSession, test } from '../product/staff.ts';
import { test as visitorTest } from '../product/fixture.ts';
import { authScreens } from './auth-screens.ts';
import { coverPairs, everyCombination, groupByState } from './combinations.ts';
import { examineStates } from './examine-states.ts';
import { staffScreens } from './staff-screens.ts';

/** A list says after seven seconds of trying that it failed, and all do it with one part: two stand for them here. */
const failing = new Set(['/dashboard/services', '/dashboard/messages']);
const every = everyCombination(staffScreens);
const pairs = coverPairs(
  every.filter(
    ({ screen, state }) => !state.auditOnly && (state.name !== 'failed' || failing.has(screen.path)),
  ),
);

/** Of what the audit alone sees, the fullest screens have one look: the tightest there is. */
const full = new Set(['editor', 'recovery codes shown']);
const tightest = every.filter(
  ({ state, width, theme, comfort }) =>
    full.has(state.name) && width === 320 && theme === 'dark' && comfort === 'text 200 %',
);
const chosen = [...pairs, ...tightest];

for (const screen of staffScreens) {
  const mine = chosen.filter((combination) => combination.screen === screen);
  if (mine.length === 0) continue;
  test(`A-1 A-21 A-22 A-23 ${screen.path}: ${mine.length} combinations`, async ({
    newContext,
    product,
    account,
  }) => {
    // One page load and one run of axe each.
    test.setTimeout(60_000 + mine.length * 5_000);
    const storageState = storedSession(product, account);
    const openPage = async () => (await newContext({ baseURL: product.url, storageState })).newPage();
    expect(await examineStates(openPage, groupByState(mine), { enhanced: false })).toEqual([]);
  });
}

const authPairs = coverPairs(everyCombination(authScreens).filter(({ state }) => !state.auditOnly));

visitorTest('A-1 A-21 A-22 A-23 /auth', async ({ newContext, product }) => {
  const openPage = async () => (await newContext({ baseURL: product.url })).newPage();
  expect(await examineStates(openPage, groupByState(authPairs), { enhanced: false })).toEqual([]);
});
