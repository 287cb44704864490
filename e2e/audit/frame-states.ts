import { expect } from '../product/fixture.ts';
import type { State } from './combinations.ts';
import { asOwner, open, see, settled } from './state-steps.ts';

/** Emails about leads that the mail server refused, as an owner sees them. */
export const failedNotices: State = {
  name: 'notices that failed',
  async open(page, path) {
    const failed = (colleague: string) => ({
      colleague,
      problem: 'The mail server refused our login (535).',
      failed_at: '2026-11-20T17:00:00Z',
    });
    const notices = [failed('Inès Gagné'), failed('Théo Roy')];
    await open(page, path, { ...asOwner, 'rpc/first_run': null, 'rpc/failed_notices': notices });
    await see(page, "didn't reach Inès Gagné and Théo Roy");
    await settled(page);
  },
};

/** A screen that could not be drawn, in the frame that stays. */
export const brokenScreen: State = {
  name: 'broken',
  async open(page, path) {
    await open(page, path, { 'categories?': [{ id: 'broken', name: {} }] });
    await expect(page.getByRole('heading', { level: 1, name: 'Something went wrong here' })).toBeVisible();
  },
};
