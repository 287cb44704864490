import type { Page } from '@playwright/test';
import { expect } from '../product/fixture.ts';
import { emptyPrivacyStates, privacyStates } from './privacy-states.ts';
import { defineScreens, rareState, type States, type Step } from './screen.ts';
import * as step from './state-steps.ts';

const agencyShown = [step.visitAsOwner(), step.seeRole('button', 'Save')];

/** The states of the agency's screens, by path. */
const agencyStates: Record<string, States> = {
  '/dashboard/agency': {
    'settings shown': [...agencyShown, step.seeRole('button', 'Save and continue')],
    'for owners only': [step.visit, step.see('Only owners can change the agency details.')],
  },
  '/dashboard/agency/colours': {
    'own colours that are corrected': [
      ...agencyShown,
      step.press('Your own', 'radio'),
      ({ page }) => page.getByLabel('Links and buttons', { exact: true }).fill('#ff6600'),
      step.see('Too light to read'),
    ],
  },
  '/dashboard/agency/hours': {
    'problems of fields': [
      ...agencyShown,
      step.fillIn('Monday, opens at', '17:00'),
      step.fillIn('Response-time target (business hours)', '0'),
      step.press('Save'),
      ({ page }) => expect(page.getByRole('alert').filter({ hasText: '2 things to fix' })).toBeFocused(),
    ],
  },
  '/dashboard/agency/opening': {
    'menu of placeholders open': [
      ...agencyShown,
      step.press(/^Insert a detail/),
      step.seeRole('button', 'Agency name'),
    ],
  },
  '/dashboard/agency/partners': {
    'partners with logos': [...agencyShown, step.seeRole('button', /^Replace the logo for/)],
  },
  '/dashboard/agency/versions': {
    'changes of a version open': [...agencyShown, step.pressText(/^Changed: /), step.scrollUp],
  },
};

const auditLogStates: States = {
  entries: [
    step.visitAsOwner(),
    step.see(/changed the service/),
    ({ page }) => expect(page.locator('option', { hasText: 'Maya Tremblay' })).toBeAttached(),
    step.settled,
  ],
  'filters without a match': [
    step.visitAsOwner('?area=team&from=2020-11-01&until=2020-11-30'),
    step.see('No entries match these filters.'),
  ],
  'not loaded': step.failReads(/\/rest\/v1\/audit_log\?/, step.visitAsOwner()),
  'for owners only': [step.visit, step.see('Only owners can view the audit log.')],
};

const week = [step.visitAsOwner(), step.seeRole('article'), step.seeRole('switch'), step.settled];

/** A week with calls in every state and a blocked time, and the dialog that blocks a time. */
const bookingStates: States = {
  'a week': week,
  'dialog with an error': [
    ...week,
    step.press('Block a time'),
    step.inDialog(step.fillIn('End date', '2020-01-01'), step.press(/^Block time$/), step.seeFieldError),
  ],
};

/** The mailbox of local mode, as an owner sees it. */
const mailbox = [step.visitAsOwner(), step.seeRole('button', 'Refresh'), step.seeRole('article')];

const reply = (page: Page) => page.getByRole('article').filter({ hasText: 'Re: Your inquiry' }).first();

const mailStates: States = {
  mail: mailbox,
  'mail opened': [
    ...mailbox,
    step.within(reply, step.press(/./)),
    step.inDialog(step.see('We do. Call us.')),
  ],
};

const teamShown = [
  step.visitAsOwner(),
  step.see('Inès Gagné'),
  step.see('Théo Roy'),
  step.seeRole('switch'),
  step.settled,
];

/** Tokens and ports are different each time, so pictures of them could not be compared. */
const hideToken: Step = ({ page }) =>
  page.getByLabel('Link', { exact: true }).evaluate((field: HTMLInputElement) => {
    field.value = 'https://fairlead.example/auth?token_hash=0123456789abcdef0123456789abcdef&type=invite';
  });

/** The team screen, for owners and for others. */
const teamStates: States = {
  'shown to an owner': teamShown,
  ...step.dialogStates(teamShown, /^Invite/, /^Approve/, /^Remove/, /^Role/),
  'link to hand over': rareState(
    ...teamShown,
    step.within('main', step.press(/^New link/)),
    step.seeRole('dialog', 'Link for Inès Gagné'),
    hideToken,
  ),
  'not an owner': [step.visit, step.see('Only owners can manage the team.')],
};

/** Screens that only owners may open. */
export const ownerScreens = defineScreens({
  ...agencyStates,
  '/dashboard/audit': auditLogStates,
  '/dashboard/bookings?week=2026-11-24': bookingStates,
  '/dashboard/mail': mailStates,
  '/dashboard/team': teamStates,
  '/dashboard/privacy': privacyStates,
});

/** The lists of owners before anything is in them. */
export const emptyOwnerScreens = defineScreens({
  '/dashboard/audit': { empty: [step.visitAsOwner(), step.see('No entries yet.')] },
  '/dashboard/mail': {
    'no mail': [step.visitAsOwner(), step.seeRole('button', 'Refresh'), step.see('No emails yet')],
  },
  '/dashboard/privacy': emptyPrivacyStates,
});
