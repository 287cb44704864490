import { expect } from '../product/fixture.ts';
import type { State } from './combinations.ts';
import { loadingLines } from './loading-lines.ts';

/** Emails about leads that the mail server refused, as an owner sees them. */
export const failedNotices: State = {
  name: 'notices that failed',
  async open(page, path) {
    const failed = (colleague: string) => ({
      colleague,
      problem: 'The mail server refused our login (535).',
      failed_at: '2026-11-20T17:00:00Z',
    });
    await page.route(/\/rpc\/my_roles/, (route) => route.fulfill({ json: ['owner'] }));
    await page.route(/\/rpc\/first_run/, (route) => route.fulfill({ json: null }));
    await page.route(/\/rpc\/failed_notices/, (route) =>
      route.fulfill({ json: [failed('Inès Gagné'), failed('Théo Roy')] }),
    );
    await page.goto(path);
    await expect(page.getByText("didn't reach Inès Gagné and Théo Roy")).toBeVisible();
    const waiting = page.locator('main [aria-busy=true]').or(loadingLines(page));
    await expect(waiting).toHaveCount(0, { timeout: 15_000 });
  },
};

/** A screen that could not be drawn, in the frame that stays. */
export const brokenScreen: State = {
  name: 'broken',
  async open(page, path) {
    await page.route(/\/rest\/v1\/categories\?/, (route) =>
      route.fulfill({ json: [{ id: 'broken', name: {} }] }),
    );
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1, name: 'Something went wrong here' })).toBeVisible();
  },
};
