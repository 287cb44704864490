// A few looks of the matrix, far apart from each other. `npm run audit` looks at every combination.
import { test as visitorTest } from '../product/fixture.ts';
import { expect, storedSession, test } from '../product/staff.ts';
import { authScreens } from './auth-screens.ts';
import type { Group, Screen } from './combinations.ts';
import { conversationScreens } from './conversation-screens.ts';
import { examineStates } from './examine-states.ts';
import type { Comfort, Presentation } from './presentation.ts';
import { publicScreens } from './public-screens.ts';
import { staffScreens } from './staff-screens.ts';

function look(width: number, theme: 'light' | 'dark', comfort: Comfort): Presentation {
  return { width, theme, comfort };
}

function pick(
  screens: readonly Screen[],
  path: string,
  name: string,
  ...presentations: Presentation[]
): Group {
  const screen = screens.find((candidate) => candidate.path === path);
  const state = screen?.states.find((candidate) => candidate.name === name);
  if (!screen || !state) throw new Error(`the matrix has no ${path} in the state "${name}"`);
  return { screen, state, presentations };
}

const tightest = look(320, 'dark', 'text 200 %');

visitorTest('A-1 A-2 A-21 A-22 A-23 a sample of public screens', async ({ newContext, product }) => {
  const groups = [
    pick(publicScreens, '/', 'served', tightest),
    pick(publicScreens, '/services/accessibility-audit', 'dialog with errors and a toast', tightest),
    pick(publicScreens, '/contact', 'errors', look(320, 'light', 'forced colours')),
  ];
  const openPage = async () => (await newContext({ baseURL: product.url })).newPage();
  expect(await examineStates(openPage, groups, { enhanced: true })).toEqual([]);
});

visitorTest('A-1 A-21 A-22 A-23 the page of a conversation', async ({ newContext, product }) => {
  const screens = await conversationScreens(product);
  const groups = [
    pick(screens, screens[0]?.path ?? '', 'errors', tightest),
    pick(screens, screens[2]?.path ?? '', 'served', tightest),
  ];
  const openPage = async () => (await newContext({ baseURL: product.url })).newPage();
  expect(await examineStates(openPage, groups, { enhanced: true })).toEqual([]);
});

test('A-1 A-21 A-22 A-23 a sample of the dashboard', async ({ newContext, product, account }) => {
  const groups = [
    pick(staffScreens, '/dashboard/messages', 'thread open', tightest),
    pick(staffScreens, '/dashboard/services', 'dialog ^Delete', look(390, 'dark', 'forced colours')),
    pick(staffScreens, '/dashboard/services', 'editor', tightest),
  ];
  const storageState = storedSession(product, account);
  const openPage = async () => (await newContext({ baseURL: product.url, storageState })).newPage();
  expect(await examineStates(openPage, groups, { enhanced: false })).toEqual([]);
});

visitorTest('A-1 A-21 A-22 the form that signs up, with errors @audit', async ({ newContext, product }) => {
  const groups = [pick(authScreens, '/auth', 'errors and a toast', look(320, 'light', 'text 200 %'))];
  const openPage = async () => (await newContext({ baseURL: product.url })).newPage();
  expect(await examineStates(openPage, groups, { enhanced: false })).toEqual([]);
});
