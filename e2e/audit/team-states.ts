import { rare, type States, type Step } from './screen.ts';
import * as step from './state-steps.ts';

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
  'rpc/team': [
    { ...person, id: '1', role: 'owner' },
    { ...newcomer, id: '2', full_name: null, role: 'agent', last_sign_in_at: null, needs_link: true },
  ],
  'rpc/waiting_accounts': [
    { ...newcomer, id: '3', full_name: 'Théo Roy', created_at: '2026-11-20T15:00:00Z' },
  ],
  'rpc/team_rules': { sign_up_mode: 'open', require_second_factor: false },
};

const shown = [
  step.visitAsOwner(responses),
  step.seeCount('article', 3),
  step.seeRole('switch'),
  step.settled,
];

function dialogOf(name: RegExp): Step[] {
  return [...shown, step.within('main', step.press(name)), step.seeDialog];
}

const link = 'https://fairlead.example/auth?token_hash=0123456789abcdef0123456789abcdef&type=invite';

/** The team screen, for its owners and for others. */
export const teamStates: States = {
  'shown to an owner': shown,
  'dialog ^Invite': dialogOf(/^Invite/),
  'dialog ^Approve': dialogOf(/^Approve/),
  'dialog ^Remove': dialogOf(/^Remove/),
  'dialog ^Role': dialogOf(/^Role/),
  'link to hand over': rare(
    step.fulfill({ '/team-links': { outcome: 'link', link } }),
    ...dialogOf(/^Invite/),
    step.fillIn('Full Name', 'Inès Gagné'),
    step.fillIn('Email', 'ines@fairlead.example'),
    step.pressKey('Enter'),
    step.seeRole('dialog', 'Link for Inès Gagné'),
  ),
  'not an owner': [step.visit, step.see('Only owners can manage the team.')],
};
