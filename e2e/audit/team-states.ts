import type { Page } from '@playwright/test';
import { expect } from '../product/fixture.ts';
import type { State } from './combinations.ts';
import { asOwner, loadingLines, open, pressForDialog, respond, showing } from './state-steps.ts';

const person = {
  email: 'ines@fairlead.example',
  full_name: 'Inès Gagné',
  last_sign_in_at: '2026-11-12T15:00:00Z',
  has_factor: true,
  is_verified: true,
  needs_link: false,
};
const newcomer = { ...person, has_factor: false, is_verified: false };

/** What an owner is answered; the account that looks is none. */
const responses = {
  ...asOwner,
  'rpc/team': [
    { ...person, id: '1', role: 'owner' },
    { ...newcomer, id: '2', full_name: null, role: 'agent', last_sign_in_at: null, needs_link: true },
  ],
  'rpc/waiting_accounts': [
    { ...newcomer, id: '3', full_name: 'Théo Roy', created_at: '2026-11-20T15:00:00Z' },
  ],
  'rpc/team_rules': { sign_up_mode: 'open', require_second_factor: false },
};

async function openAsOwner(page: Page, path: string): Promise<void> {
  await open(page, path, responses);
  await expect(page.getByRole('article')).toHaveCount(3);
  await expect(page.getByRole('switch')).toBeVisible();
  await expect(loadingLines(page)).toHaveCount(0);
}

/** Presses a button of the team screen, and waits for the dialog that it opens. */
function dialogOf(name: RegExp): State {
  return {
    name: `dialog ${name.source}`,
    async open(page, path) {
      await openAsOwner(page, path);
      await pressForDialog(page.locator('main'), name);
    },
  };
}

const invite = dialogOf(/^Invite/);

/** The team screen, for its owners and for others. */
export const teamStates: State[] = [
  { name: 'shown to an owner', open: openAsOwner },
  invite,
  dialogOf(/^Approve/),
  dialogOf(/^Remove/),
  dialogOf(/^Role/),
  {
    name: 'link to hand over',
    async open(page, path) {
      const link = 'https://fairlead.example/auth?token_hash=0123456789abcdef0123456789abcdef&type=invite';
      await respond(page, { '/team-links': { outcome: 'link', link } });
      await invite.open(page, path);
      await page.getByLabel('Full Name').fill('Inès Gagné');
      await page.getByLabel('Email').fill('ines@fairlead.example');
      await page.keyboard.press('Enter');
      await expect(page.getByRole('dialog', { name: 'Link for Inès Gagné' })).toBeVisible();
    },
  },
  showing('not an owner', 'Only owners can manage the team.'),
];

/** What staff see where all must show a second factor and this account has none. */
export const factorRequired = showing(
  'second factor required',
  'Your agency requires two-step verification.',
  { responses: { 'rpc/my_roles': [], 'rpc/must_set_up_factor': true } },
);
