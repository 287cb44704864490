import { expect, test } from '@playwright/test';
import { listDifferences } from './list-differences.ts';
import { chooseStates, comparedStates } from './picture-states.ts';

const sizes = { before: '390x844', after: '390x844' };

test('each difference is listed with its screen, width, look, pixels and pictures', () => {
  const menu = { state: 'home.menu-open', width: 390, sizes };
  const lines = listDifferences(
    [
      { ...menu, look: 'light', pixels: 329, share: 0.001, files: 'screenshots/compare/a' },
      { ...menu, look: 'dark', pixels: 1, share: 1e-9, files: 'screenshots/compare/b' },
      {
        state: 'apps.served',
        width: 768,
        look: 'print',
        pixels: 7680,
        share: 0.01,
        sizes: { before: '768x990', after: '768x1000' },
        files: 'screenshots/compare/c',
      },
    ],
    [{ state: 'terms.served', width: 1440, reason: 'could not be opened after: no heading' }],
    12,
  );
  expect(lines).toEqual([
    'home.menu-open',
    '  390 px, light: 329 px differ (0.100 %)',
    '    screenshots/compare/a-{before,after,difference}.png',
    '  390 px, dark: 1 px differ (0.001 %)',
    '    screenshots/compare/b-{before,after,difference}.png',
    'apps.served',
    '  768 px, print: 7680 px differ (1.000 %, 768x990 → 768x1000)',
    '    screenshots/compare/c-{before,after,difference}.png',
    'terms.served, 1440 px: could not be opened after: no heading',
    '12 pictures compared, 3 differ (in 2 states), 1 could not be compared.',
  ]);
});

test('without a difference the list is one line', () => {
  expect(listDifferences([], [], 12)).toEqual(['12 pictures compared, 0 differ (in 0 states).']);
});

test('states are chosen by the beginnings of their names, and no two have one name', () => {
  expect(chooseStates(['contact', 'home.menu']).map(({ name }) => name)).toContain('contact.toast-up');
  expect(chooseStates(['contact', 'home.menu']).map(({ name }) => name)).not.toContain('home.served');
  expect(chooseStates([])).toEqual(comparedStates);
  expect(new Set(comparedStates.map(({ name }) => name)).size).toBe(comparedStates.length);
});
