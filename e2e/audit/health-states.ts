import { expect } from '../product/fixture.ts';
import type { State } from './combinations.ts';
import { healthReports } from './health-reports.ts';
import { asOwner, open, pressForDialog, settled, type Responses } from './state-steps.ts';

/** The overview as an owner sees it, with its site health. */
function responses(name: keyof typeof healthReports): Responses {
  const json = healthReports[name];
  return { ...asOwner, 'rpc/failed_notices': [], 'rpc/first_run': null, '/dashboard/health': json };
}

function healthState(name: keyof typeof healthReports): State {
  return {
    name: `site health: ${name}`,
    async open(page, path) {
      await open(page, path, responses(name));
      const card = page.getByRole('region', { name: 'Site health' });
      await card.locator('summary').click();
      await expect(card.getByRole('heading', { level: 3, name: 'Version' })).toBeVisible();
      await settled(page);
    },
  };
}

const firstSteps = { name: true, logo: false, legal: false, mail: true, team: false, samples: false };
const waitingRetention = { months: 24, leads: 1204, clients: 2, quarantined: 0, first: [] };

export const healthStates: State[] = [
  {
    name: 'first steps',
    async open(page, path) {
      await open(page, path, { ...responses('well'), 'rpc/first_run': firstSteps });
      await expect(page.getByRole('region', { name: 'Make it yours' })).toBeVisible();
      await settled(page);
    },
  },
  {
    name: 'old messages wait for a decision',
    async open(page, path) {
      await open(page, path, { ...responses('well'), 'rpc/waiting_retention': waitingRetention });
      await pressForDialog(page, 'Erase after 24 months');
      await settled(page);
    },
  },
  ...Object.keys(healthReports).map((name) => healthState(name as keyof typeof healthReports)),
];
