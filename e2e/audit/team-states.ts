import type { Page } from '@playwright/test';
import { expect } from '../product/fixture.ts';
import type { State } from './combinations.ts';
import { loadingLines } from './loading-lines.ts';

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
  my_roles: ['owner'],
  team: [
    { ...person, id: '1', role: 'owner' },
    { ...newcomer, id: '2', full_name: null, role: 'agent', last_sign_in_at: null, needs_link: true },
  ],
  waiting_accounts: [{ ...newcomer, id: '3', full_name: 'Théo Roy', created_at: '2026-11-20T15:00:00Z' }],
  team_rules: { sign_up_mode: 'open', require_second_factor: false },
};

async function openAsOwner(page: Page, path: string): Promise<void> {
  for (const [name, json] of Object.entries(responses)) {
    await page.route(`**/rpc/${name}`, (route) => route.fulfill({ json }));
  }
  await page.goto(path);
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
      await page.locator('main').getByRole('button', { name }).first().click();
      await expect(page.locator('dialog[open]')).toBeVisible();
    },
  };
}

const linkMade: State = {
  name: 'link to hand over',
  async open(page, path) {
    const link = 'https://fairlead.example/auth?token_hash=0123456789abcdef0123456789abcdef&type=invite';
    await page.route('**/team-links', (route) => route.fulfill({ json: { outcome: 'link', link } }));
    await dialogOf(/^Invite/).open(page, path);
    await page.getByLabel('Full Name').fill('Inès Gagné');
    await page.getByLabel('Email').fill('ines@fairlead.example');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('dialog', { name: 'Link for Inès Gagné' })).toBeVisible();
  },
};

/** The team screen, for its owners and for others. */
export const teamStates: State[] = [
  { name: 'shown to an owner', open: openAsOwner },
  dialogOf(/^Invite/),
  dialogOf(/^Approve/),
  dialogOf(/^Remove/),
  dialogOf(/^Role/),
  linkMade,
  {
    name: 'not an owner',
    async open(page, path) {
      await page.goto(path);
      await expect(page.getByText('Only owners can manage the team.')).toBeVisible();
    },
  },
];

/** What staff see where all must show a second factor and this account has none. */
export const factorRequired: State = {
  name: 'second factor required',
  async open(page, path) {
    await page.route(/\/rpc\/my_roles/, (route) => route.fulfill({ json: [] }));
    await page.route(/\/rpc\/must_set_up_factor/, (route) => route.fulfill({ json: true }));
    await page.goto(path);
    await expect(page.getByText('Your agency requires two-step verification.')).toBeVisible();
  },
};
