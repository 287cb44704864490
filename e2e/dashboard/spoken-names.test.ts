import type { Page } from '@playwright/test';
import { sampleMatrix } from '@fairlead/backend/testing/target';
import { publicPaths } from '../public/public-paths.ts';
import { expect, makeLead, openAs, test } from '../product/staff.ts';
import { makeOwner } from './team.ts';

/** A space before a comma, or a repeated word. */
const wrong = / [,.;:!?](?: |$)|(?<![\w-])([\p{L}-]{2,})[ ,]+\1(?![\w-])/iu;

/** The names of controls and headings as a screen reader reads them. */
async function wrongNames(page: Page): Promise<string[]> {
  const tree = await page.locator('body').ariaSnapshot();
  const names = [
    ...tree.matchAll(
      /- (?:link|button|heading|article|region|textbox|combobox|checkbox) "((?:[^"\\]|\\.)*)"/g,
    ),
  ];
  // The circled word on the home page is a separate box, so the tree has a space before the full stop.
  return names
    .map(([, name = '']) => name.replace('everyone .', 'everyone.'))
    .filter((name) => wrong.test(name));
}

test('B-145 no name that is read out has a space before a comma or a doubled word', async ({
  ownProduct: product,
  newContext,
}) => {
  await makeLead(product);
  const page = await openAs(newContext, product, await makeOwner(product));
  const found: Record<string, string[]> = {};
  const paths = sampleMatrix(
    ['', '/messages', '/bookings', '/team'],
    '/services /agency /categories /media /settings /mail /feedback /audit /privacy /trash /apps /resources /case-studies /redirects'.split(
      ' ',
    ),
  );
  const ofVisitors = sampleMatrix(['/', '/services/paid-search-social'], publicPaths);
  for (const path of [...paths.map((screen) => `/dashboard${screen}`), ...ofVisitors]) {
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    if (path.startsWith('/dashboard'))
      await expect(page.getByRole('link', { name: /^Messages/ })).toHaveAccessibleName(/waiting/);
    await expect(page.locator('[aria-busy=true]')).toHaveCount(0);
    const names = await wrongNames(page);
    if (names.length > 0) found[path] = [...new Set(names)];
  }
  expect(found).toEqual({});
});
