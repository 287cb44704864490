import type { Request } from '@playwright/test';
import { expect } from '../product/fixture.ts';
import { privacyStates } from './privacy-states.ts';
import { defineScreens, rareState, type States, type Step } from './screen.ts';
import * as step from './state-steps.ts';

/** Two versions, as an owner would receive them; the account used here is no owner. */
const first = { id: 1, created_at: '2026-11-12T15:00:00Z', created_by: null, restored_from: null };
const versions = [
  {
    ...first,
    id: 2,
    created_at: '2026-11-20T15:00:00Z',
    restored_from: first.id,
    facts: { name: 'Maple & Birch', phone: '416-555-0101' },
    texts: { 'en-CA': { tagline: '{{name}} since 2001' } },
  },
  { ...first, facts: { name: 'Maple' }, texts: {} },
];

/** The response for the preview beside the fields; the signed-in account is no owner, so the server would reject it. */
const preview = {
  html: '<!DOCTYPE html><html lang="en-CA"><head><title>Maple</title></head><body><h1>Maple</h1></body></html>',
};

const agencyShown = [
  step.visitAsOwner({
    'agency_settings?': (request: Request) => (request.url().includes('created_by') ? versions : versions[0]),
    '/dashboard/agency/preview': preview,
  }),
  step.seeRole('button', 'Save'),
];

const partners = [
  { name: 'Moosewick Dental', logo_url: null, logo_ground: 'any' },
  {
    name: 'A rather long name of a partner, Ltd.',
    logo_url: '/samples/480/harbour-reviews.webp',
    logo_ground: 'light',
  },
];

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
    'partners with logos': [
      step.fulfill({ 'partners?': partners }),
      ...agencyShown,
      step.seeRole('button', /^Replace the logo for/),
    ],
  },
  '/dashboard/agency/versions': {
    'changes of a version open': [...agencyShown, step.pressText(/^Changed: /), step.scrollUp],
  },
};

const leadId = '1ead0000-0000-4000-8000-000000000001';
const maya = {
  account_id: '00000000-0000-4000-8000-0000000000a1',
  account_name: 'Maya Tremblay',
  account_email: 'maya.tremblay@fairlead.example',
};
const noAccount = { account_id: null, account_name: null, account_email: null };
const entry = {
  ...maya,
  created_at: '2026-11-20T15:04:05Z',
  network: '203.0.113.0/24',
  area: 'content',
  record_id: null,
  record_name: null,
  amount: null,
  details: [],
};

/** Entries as an owner would receive them; the account used here is no owner. */
const entries = [
  { ...entry, id: '1', action: 'status', kind: 'leads', record_id: leadId, details: ['qualified'] },
  {
    ...entry,
    id: '2',
    action: 'changed',
    kind: 'services',
    record_name: 'Accessibility Audit of a site with a long name and every document that it links to',
    details: ['name', 'short_pitch', 'description', 'pricing_json', 'feature_chips'],
    network: '2001:db8:1234::/48',
  },
  { ...entry, id: '3', action: 'exported', kind: 'leads', amount: 1204 },
  { ...entry, id: '4', action: 'signed_in', kind: 'session' },
  { ...entry, ...noAccount, id: '5', action: 'erased', kind: 'leads', amount: 31, network: null },
];

function visitLog(rows?: readonly object[], query = ''): Step {
  const responses = {
    'rpc/audit_accounts': [maya],
    ...(rows && { 'audit_log?': rows }),
    'leads?select=id%2Cname%2Cemail&': [{ id: leadId, name: 'Ana Roy', email: 'ana@roy.example' }],
  };
  return step.visitAsOwner(responses, query);
}

const auditLogStates: States = {
  entries: [
    visitLog(entries),
    step.within('main ul[aria-busy]', step.seeCount('listitem', entries.length)),
    ({ page }) => expect(page.locator('option', { hasText: maya.account_name })).toBeAttached(),
    step.settled,
  ],
  'filters without a match': [
    visitLog([], '?area=team&from=2026-11-01&until=2026-11-30'),
    step.see('No entries match these filters.'),
  ],
  empty: [visitLog([]), step.see('No entries yet.')],
  'not loaded': step.failReads(/\/rest\/v1\/audit_log\?/, visitLog()),
  'for owners only': [step.visit, step.see('Only owners can view the audit log.')],
};

const lead = {
  id: '1',
  name: 'Bo Lind',
  email: 'bo@lind.example',
  phone: '416-555-0142',
  company: 'Lind & Daughters',
  message: 'About our shop',
};
const call = { ends_at: '2026-11-24T15:30:00Z', visitor_zone: 'America/Regina', lead };

const bookings = {
  'bookings?': [
    { ...call, id: '1', state: 'booked', starts_at: '2026-11-24T15:00:00Z' },
    { ...call, id: '2', state: 'booked', starts_at: '2099-11-24T15:00:00Z' },
    { ...call, id: '3', state: 'cancelled', starts_at: '2026-11-26T15:00:00Z' },
    { ...call, id: '4', state: 'done', starts_at: '2026-11-24T15:00:00Z' },
    { ...call, id: '5', state: 'missed', starts_at: '2026-11-25T15:00:00Z' },
  ],
  'booking_blocks?': [
    { id: '6', starts_at: '2026-11-25T14:00:00Z', ends_at: '2026-11-26T22:00:00Z', reason: 'Trade fair' },
  ],
  'booking_settings?': { notice_hours: 24, horizon_days: 28, buffer_minutes: 15 },
  'rpc/booking_is_open': false,
};

const week = [step.visitAsOwner(bookings), step.seeRole('article'), step.seeRole('switch'), step.settled];

/** A week with calls in every state and a blocked time, and the dialog that blocks a time. */
const bookingStates: States = {
  'a week': week,
  'dialog with an error': [
    ...week,
    step.press('Block a time'),
    step.inDialog(step.fillIn('End date', '2020-01-01'), step.press(/^Block time$/), step.seeFieldError),
  ],
};

const oneMail = {
  id: '2026-11-20T17-00-00-000Z-reply-00000000.eml',
  kind: 'reply',
  to: 'noor@moosewick.example',
  subject: 'Re: Your inquiry about Accessibility Audit',
  at: '2026-11-20T17:00:00.000Z',
};
const openedMail = {
  ...oneMail,
  headers: [{ name: 'To', value: oneMail.to }],
  text: 'Thursday works.\n\nhttps://fairlead.example',
};

/** The mailbox of local mode, as an owner sees it. */
function visitMailbox(items: object[]): Step {
  const files = '/dashboard/mail/files';
  return step.visitAsOwner({ [files]: { items, next: null }, [`${files}/`]: openedMail });
}

const mailbox = [
  visitMailbox([oneMail, { ...oneMail, id: 'other', kind: 'recovery' }]),
  step.seeRole('button', 'Refresh'),
  step.seeRole('article'),
];

const mailStates: States = {
  mail: mailbox,
  'no mail': [visitMailbox([]), step.seeRole('button', 'Refresh'), step.see('No emails yet')],
  'mail opened': [...mailbox, step.inCard(step.press(/./)), step.inDialog(step.see('Thursday works'))],
};

const person = {
  email: 'ines@fairlead.example',
  full_name: 'Inès Gagné',
  last_sign_in_at: '2026-11-12T15:00:00Z',
  has_factor: true,
  is_verified: true,
  needs_link: false,
};
const newcomer = { ...person, has_factor: false, is_verified: false };

/** The response for an owner; the account used here is no owner. */
const team = {
  'rpc/team': [
    { ...person, id: '1', role: 'owner' },
    { ...newcomer, id: '2', full_name: null, role: 'agent', last_sign_in_at: null, needs_link: true },
  ],
  'rpc/waiting_accounts': [
    { ...newcomer, id: '3', full_name: 'Théo Roy', created_at: '2026-11-20T15:00:00Z' },
  ],
  'rpc/team_rules': { sign_up_mode: 'open', require_second_factor: false },
};

const teamShown = [
  step.visitAsOwner(team),
  step.seeCount('article', 3),
  step.seeRole('switch'),
  step.settled,
];

const link = 'https://fairlead.example/auth?token_hash=0123456789abcdef0123456789abcdef&type=invite';

/** The team screen, for owners and for others. */
const teamStates: States = {
  'shown to an owner': teamShown,
  ...step.dialogStates(teamShown, /^Invite/, /^Approve/, /^Remove/, /^Role/),
  'link to hand over': rareState(
    step.fulfill({ '/team-links': { outcome: 'link', link } }),
    ...teamShown,
    step.within('main', step.press(/^Invite/)),
    step.fillIn('Full Name', 'Inès Gagné'),
    step.fillIn('Email', 'ines@fairlead.example'),
    step.pressKey('Enter'),
    step.seeRole('dialog', 'Link for Inès Gagné'),
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
