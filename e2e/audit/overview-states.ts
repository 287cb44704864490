import type { Page } from '@playwright/test';
import type { HealthReport } from '../../site/app/data/server-health.ts';
import { runSql } from '../product/run-sql.ts';
import { healthChanges, healthySite } from './health-reports.ts';
import { rareState, type States, type Step } from './screen.ts';
import * as step from './state-steps.ts';

/**
 * The overview as owners see it, with a report of the server on the machine: its disk, DNS and backups cannot be brought
 * into these states. The compiler compares the report with the server's type.
 */
function visitHealth(change: Partial<HealthReport>): Step[] {
  return [
    ({ page }) =>
      page.route('**/dashboard/health', (route) => route.fulfill({ json: { ...healthySite, ...change } })),
    step.visitAsOwner(),
  ];
}

const healthCard = (page: Page) => page.getByRole('region', { name: 'Site health' });

const openHealthCard = [
  step.within(healthCard, step.pressElement('summary'), step.seeRole('heading', 'Version')),
  step.settled,
];

const healthStates: States = Object.fromEntries(
  Object.entries(healthChanges).map(([name, change]) => [
    `site health: ${name}`,
    [...visitHealth(change), ...openHealthCard],
  ]),
);

/** As if the mail server had refused the last digests of two colleagues; those that follow remove the note. */
const failNotices = step.write((product) =>
  runSql(
    product,
    `insert into private.staff_mail (colleague_id, problem, failed_at)
    select user_id, 'The mail server refused our login (535).', now() from public.staff
    where role in ('agent', 'owner')
    on conflict (colleague_id) do update set problem = excluded.problem, failed_at = excluded.failed_at`,
  ),
);

export const overviewStates: States = {
  'numbers of a chart open': [
    ...step.shown,
    step.pressText('Show the numbers: Leads by day'),
    step.seeRole('table'),
  ],
  'every list of work': [
    step.visitAsOwner(),
    step.seeRole('link', /past your response-time target/),
    step.seeRole('link', /with a note mentioning you/),
  ],
  'notices that failed': rareState(
    failNotices,
    step.visitAsOwner(),
    step.see(/didn't reach .* and /),
    step.settled,
  ),
  'site health: nothing set up': [step.visitAsOwner(), ...openHealthCard],
  'first steps': [step.visitAsOwner(), step.seeRole('region', 'Make it yours'), step.settled],
  ...healthStates,
};

/** Before an owner has decided for how long leads are kept. */
export const undecidedStates: States = {
  'old messages wait for a decision': [
    step.visitAsOwner(),
    step.press('Delete after 24 months'),
    step.seeDialog,
    step.settled,
  ],
};

/** Of accounts that may not do anything yet. */
export const lockedStates: States = {
  'waiting for approval': [
    step.signInAs('newcomer'),
    step.visit,
    step.see('Your account is waiting for approval by an owner.'),
  ],
  'second factor required': [
    step.signInAs('colleague'),
    step.visit,
    step.see('Your agency requires two-step verification.'),
  ],
};
