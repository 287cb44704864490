import type { Page } from '@playwright/test';
import { expect } from '../product/fixture.ts';
import type { State } from './combinations.ts';
import { healthReports } from './health-reports.ts';
import { loadingLines } from './loading-lines.ts';

/** The overview as an owner sees it, with its site health. */
async function showHealth(page: Page, name: keyof typeof healthReports): Promise<void> {
  await page.route(/\/rpc\/my_roles/, (route) => route.fulfill({ json: ['owner'] }));
  await page.route(/\/rpc\/failed_notices/, (route) => route.fulfill({ json: [] }));
  await page.route(/\/rpc\/first_run/, (route) => route.fulfill({ json: null }));
  await page.route(/\/dashboard\/health$/, (route) => route.fulfill({ json: healthReports[name] }));
}

function healthState(name: keyof typeof healthReports): State {
  return {
    name: `site health: ${name}`,
    async open(page, path) {
      await showHealth(page, name);
      await page.goto(path);
      const card = page.getByRole('region', { name: 'Site health' });
      await card.locator('summary').click();
      await expect(card.getByRole('heading', { level: 3, name: 'Version' })).toBeVisible();
      const waiting = page.locator('main [aria-busy=true]').or(loadingLines(page));
      await expect(waiting).toHaveCount(0, { timeout: 15_000 });
    },
  };
}

const firstSteps: State = {
  name: 'first steps',
  async open(page, path) {
    await showHealth(page, Object.keys(healthReports)[0] as keyof typeof healthReports);
    const json = { name: true, logo: false, legal: false, mail: true, team: false, samples: false };
    await page.route(/\/rpc\/first_run/, (route) => route.fulfill({ json }));
    await page.goto(path);
    await expect(page.getByRole('region', { name: 'Make it yours' })).toBeVisible();
    const waiting = page.locator('main [aria-busy=true]').or(loadingLines(page));
    await expect(waiting).toHaveCount(0, { timeout: 15_000 });
  },
};

const waitingRetention: State = {
  name: 'old messages wait for a decision',
  async open(page, path) {
    await showHealth(page, Object.keys(healthReports)[0] as keyof typeof healthReports);
    const json = { months: 24, leads: 1204, clients: 2, quarantined: 0, first: [] };
    await page.route(/\/rpc\/waiting_retention/, (route) => route.fulfill({ json }));
    await page.goto(path);
    await page.getByRole('button', { name: 'Erase after 24 months' }).click();
    await expect(page.locator('dialog[open]')).toBeVisible();
    const waiting = page.locator('main [aria-busy=true]').or(loadingLines(page));
    await expect(waiting).toHaveCount(0, { timeout: 15_000 });
  },
};

export const healthStates: State[] = [
  firstSteps,
  waitingRetention,
  ...Object.keys(healthReports).map((name) => healthState(name as keyof typeof healthReports)),
];
