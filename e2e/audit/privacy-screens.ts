import type { Page } from '@playwright/test';
import type { Screen, State } from './combinations.ts';
import { asOwner, open, press, pressForDialog, see, seeFieldError, showing } from './state-steps.ts';

const requests = [
  {
    id: '50000000-0000-4000-8000-000000000001',
    created_at: '2026-10-01T15:04:05Z',
    created_by: null,
    kind: 'erase',
    contact: 'maximilienne.de-la-tour-d-auvergne@a-rather-long-domain.example',
    received_on: '2026-10-01',
    due_on: '2026-10-31',
    note: 'By phone. She wants to know when it is done.',
    done_on: null,
    response: null,
  },
  {
    id: '50000000-0000-4000-8000-000000000002',
    created_at: '2026-09-01T15:04:05Z',
    created_by: null,
    kind: 'access',
    contact: '416-555-0142',
    received_on: '2026-09-01',
    due_on: '2026-10-01',
    note: null,
    done_on: '2026-09-04',
    response: 'Sent the page by email.',
  },
];

const incidents = [
  {
    id: '50000000-0000-4000-8000-000000000003',
    created_at: '2026-09-01T15:04:05Z',
    created_by: null,
    noticed_on: '2026-09-01',
    what: 'A laptop was left on a train and came back the next day.',
    whose: 'Names and emails of 40 leads',
    is_serious: true,
    risk: 'Its disk was encrypted, but it was unlocked for an hour.',
    told: 'The 40 people, by email, and the Privacy Commissioner',
    told_on: '2026-09-02',
  },
];

const preview = {
  leads: 12,
  clients: 1,
  quarantined: 1001,
  first: [{ id: '1', name: 'Ana Roy', last_contact: '2024-10-01T15:04:05Z' }],
};
const log = [{ day: '2026-11-20', leads: 3, clients: 0, quarantined: 12, registers: 1 }];

const person = {
  emails: ['ana@roy.example'],
  phones: [],
  counts: { leads: 2, messages: 3, queued: 1, quarantined: 1, mails: 21, reports: 1, requests: 1 },
  leads: [
    {
      id: '1',
      created_at: '2026-10-01T15:04:05Z',
      name: 'Ana Roy',
      email: 'ana@roy.example',
      phone: '416-555-0142',
      company: 'Roy & Daughters',
      message: 'Could you look at our booking form? It loses what I type.',
      messages: [],
    },
    {
      id: '2',
      created_at: '2026-09-01T15:04:05Z',
      name: 'A. Roy',
      email: 'ana@roy-old.example',
      messages: [],
    },
  ],
  quarantined: [{}],
  mails: Array.from({ length: 21 }, (_, n) => ({
    id: String(n),
    received_at: `2026-10-${31 - n}T15:04:05Z`,
    from_address: 'ana@roy.example',
    subject: n === 1 ? '' : 'Re: Our booking form',
  })),
  reports: [{}],
  requests: [{}],
  accounts: [{ email: 'ana@roy.example' }],
  doNotContact: [{ email: 'ana@roy.example' }],
  alsoKnown: ['416-555-0142'],
  mentions: [{ table_name: 'public.lead_messages', total: 2, ids: [] }],
  published: [{ table_name: 'public.posts', total: 1, ids: [] }],
};
const erased = {
  leads: 2,
  messages: 3,
  mentions: 2,
  remains: {
    customers: ['cus_Roy1234567890'],
    team: ['ana@roy.example'],
    published: [{ table_name: 'public.posts', total: 1, ids: [] }],
  },
};

const full = {
  ...asOwner,
  'privacy_requests?': requests,
  'privacy_incidents?': incidents,
  'rpc/waiting_retention': null,
  'rpc/retention_log': log,
  'rpc/preview_retention': preview,
  'rpc/find_person': person,
  'rpc/erase_person': erased,
};
const empty = {
  ...full,
  'privacy_requests?': [],
  'privacy_incidents?': [],
  'rpc/retention_log': [],
  'rpc/preview_retention': { leads: 0, clients: 0, quarantined: 0, first: [] },
};

async function openFull(page: Page, path: string): Promise<void> {
  await open(page, path, full);
  await see(page, 'A laptop was left');
  await see(page, 'Within an hour');
}

async function find(page: Page, contact: string): Promise<void> {
  await page.getByLabel('Email or phone', { exact: true }).fill(contact);
  await press(page, 'Find');
}

/** A dialog of the page, of a person that was found or not, and what is pressed in it. */
function dialogState(name: string, button: string | RegExp, { finds = false, save = '' } = {}): State {
  return {
    name,
    async open(page, path) {
      await openFull(page, path);
      if (finds) {
        await find(page, 'ana@roy.example');
        await see(page, 'Roy & Daughters');
      }
      await pressForDialog(page, button);
      if (save === '') return;
      await press(page, save);
      await seeFieldError(page.locator('dialog[open]'));
    },
  };
}

const asked = dialogState('asked before the erasure', 'Erase', { finds: true });

const states: State[] = [
  { name: 'full', open: openFull },
  {
    name: 'empty',
    async open(page, path) {
      await open(page, path, empty);
      await see(page, 'No incident yet.');
      await see(page, 'Nothing is that old now.');
    },
  },
  showing('a first decision waits', 'Nothing is erased yet', {
    responses: {
      ...full,
      'rpc/waiting_retention': { ...preview, months: 24 },
      'rpc/retention_months': null,
    },
  }),
  {
    name: 'not loaded, and a contact that is none',
    async open(page, path) {
      await page.route(/\/rest\/v1\/(privacy_|rpc\/(retention|preview))/, (route) =>
        route.fulfill({ status: 400, json: { message: 'Not now.', code: 'P0001' } }),
      );
      await open(page, path, asOwner);
      await see(page, 'The incidents couldn’t be loaded.');
      await find(page, 'Ana');
      await seeFieldError(page);
    },
  },
  {
    name: 'a person',
    async open(page, path) {
      await openFull(page, path);
      await find(page, 'ana@roy.example');
      await see(page, 'Roy & Daughters');
    },
  },
  dialogState('correction without a value', 'Correct', { finds: true, save: 'Save correction' }),
  asked,
  {
    name: 'erased',
    async open(page, path) {
      await asked.open(page, path);
      await press(page.locator('dialog[open]'), 'Erase');
      await see(page, 'What remains');
    },
  },
  dialogState('a request without a contact', 'Add request', { save: 'Save request' }),
  dialogState('an answer', /^Mark the request/),
  dialogState('an incident that lacks words', 'Add incident', { save: 'Save incident' }),
];

export const privacyScreens: Screen[] = [{ path: '/dashboard/privacy', states }];
