import type { Page } from '@playwright/test';
import type { HealthReport } from '../../site/app/data/server-health.ts';
import { healthChanges, healthySite } from './health-reports.ts';
import { rareState, type States, type Step } from './screen.ts';
import * as step from './state-steps.ts';

/** The overview as owners see it, with the health of the site. */
function visitHealth(change: Partial<HealthReport>, responses: object = {}): Step {
  const quiet = { 'rpc/failed_notices': [], 'rpc/first_run': null };
  return step.visitAsOwner({ ...quiet, '/dashboard/health': { ...healthySite, ...change }, ...responses });
}

const healthCard = (page: Page) => page.getByRole('region', { name: 'Site health' });

const healthStates: States = Object.fromEntries(
  Object.entries(healthChanges).map(([name, change]) => [
    `site health: ${name}`,
    [
      visitHealth(change),
      step.within(healthCard, step.pressElement('summary'), step.seeRole('heading', 'Version')),
      step.settled,
    ],
  ]),
);

const firstSteps = { name: true, logo: false, legal: false, mail: true, team: false, samples: false };
const waitingRetention = { months: 24, leads: 1204, clients: 2, quarantined: 0, first: [] };
const workCounts = { late: 25, due: 1, mentions: 1, mine: 1, unassigned: 1040, mails: 3, late_mails: 1 };

/** Fixed numbers, because the sample leads grow old, and an empty chart has none. */
const leadsByDay = Array.from({ length: 30 }, (_, index) => ({
  day: new Date(Date.UTC(2026, 9, 22 + index)).toISOString().slice(0, 10),
  total: index % 4,
}));

/** Notifications about leads that the mail server refused. */
const failedNotices = ['Inès Gagné', 'Théo Roy'].map((colleague) => ({
  colleague,
  problem: 'The mail server refused our login (535).',
  failed_at: '2026-11-20T17:00:00Z',
}));

export const overviewStates: States = {
  'numbers of a chart open': [
    step.fulfill({ 'rpc/leads_by_day': leadsByDay }),
    ...step.shown,
    step.pressText('Show the numbers: Leads by day'),
    step.seeRole('table'),
  ],
  'every list of work': [
    step.visitWith({ 'rpc/work_counts': [workCounts] }),
    step.seeRole('link', '25 past your response-time target'),
  ],
  'waiting for approval': [
    step.visitWith({ 'rpc/my_roles': [] }),
    step.see('Your account is waiting for approval by an owner.'),
  ],
  // every account must have a second factor, and this one has none
  'second factor required': [
    step.visitWith({ 'rpc/my_roles': [], 'rpc/must_set_up_factor': true }),
    step.see('Your agency requires two-step verification.'),
  ],
  'notices that failed': rareState(
    step.visitAsOwner({ 'rpc/first_run': null, 'rpc/failed_notices': failedNotices }),
    step.see("didn't reach Inès Gagné and Théo Roy"),
    step.settled,
  ),
  'first steps': [
    visitHealth({}, { 'rpc/first_run': firstSteps }),
    step.seeRole('region', 'Make it yours'),
    step.settled,
  ],
  'old messages wait for a decision': [
    visitHealth({}, { 'rpc/waiting_retention': waitingRetention }),
    step.press('Delete after 24 months'),
    step.seeDialog,
    step.settled,
  ],
  ...healthStates,
};
