import type { Page } from '@playwright/test';
import { expect } from '../product/fixture.ts';
import type { Screen, State } from './combinations.ts';

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

async function respondAsOwner(page: Page): Promise<void> {
  await page.route('**/rpc/my_roles', (route) => route.fulfill({ json: ['owner'] }));
}

async function respond(page: Page, functions: Record<string, unknown>, rows: boolean): Promise<void> {
  await respondAsOwner(page);
  await page.route(/\/rest\/v1\/privacy_requests\?/, (route) =>
    route.request().method() === 'HEAD' ? route.continue() : route.fulfill({ json: rows ? requests : [] }),
  );
  await page.route(/\/rest\/v1\/privacy_incidents\?/, (route) =>
    route.fulfill({ json: rows ? incidents : [] }),
  );
  for (const [name, json] of Object.entries(functions))
    await page.route(new RegExp(`/rest/v1/rpc/${name}`), (route) => route.fulfill({ json }));
}

const nothing = { leads: 0, clients: 0, quarantined: 0, first: [] };
const full = {
  waiting_retention: null,
  retention_log: log,
  preview_retention: preview,
  find_person: person,
  erase_person: erased,
};

async function open(page: Page, path: string): Promise<void> {
  await respond(page, full, true);
  await page.goto(path);
  await expect(page.getByText('A laptop was left')).toBeVisible();
  await expect(page.getByText('Within an hour')).toBeVisible();
}

async function find(page: Page, path: string): Promise<void> {
  await open(page, path);
  await page.getByLabel('Email or phone', { exact: true }).fill('ana@roy.example');
  await page.getByRole('button', { name: 'Find' }).click();
  await expect(page.getByText('Roy & Daughters')).toBeVisible();
}

async function openDialog(page: Page, button: string | RegExp): Promise<void> {
  await page.getByRole('button', { name: button }).first().click();
  await expect(page.locator('dialog[open]')).toBeVisible();
}

const states: State[] = [
  { name: 'full', open },
  {
    name: 'empty',
    async open(page, path) {
      await respond(page, { waiting_retention: null, retention_log: [], preview_retention: nothing }, false);
      await page.goto(path);
      await expect(page.getByText('No incident yet.')).toBeVisible();
      await expect(page.getByText('Nothing is that old now.')).toBeVisible();
    },
  },
  {
    name: 'a first decision waits',
    async open(page, path) {
      const waiting = { ...preview, months: 24 };
      await respond(page, { ...full, waiting_retention: waiting, retention_months: null }, true);
      await page.goto(path);
      await expect(page.getByText('Nothing is erased yet')).toBeVisible();
    },
  },
  {
    name: 'not loaded, and a contact that is none',
    async open(page, path) {
      await respondAsOwner(page);
      await page.route(/\/rest\/v1\/(privacy_|rpc\/(retention|preview))/, (route) =>
        route.fulfill({ status: 400, json: { message: 'Not now.', code: 'P0001' } }),
      );
      await page.goto(path);
      await expect(page.getByText('The incidents couldn’t be loaded.')).toBeVisible();
      await page.getByLabel('Email or phone', { exact: true }).fill('Ana');
      await page.getByRole('button', { name: 'Find' }).click();
      await expect(page.locator('.field-error')).toBeVisible();
    },
  },
  { name: 'a person', open: find },
  {
    name: 'correction without a value',
    async open(page, path) {
      await find(page, path);
      await openDialog(page, 'Correct');
      await page.getByRole('button', { name: 'Save correction' }).click();
      await expect(page.locator('dialog[open] .field-error')).toBeVisible();
    },
  },
  {
    name: 'asked before the erasure',
    async open(page, path) {
      await find(page, path);
      await openDialog(page, 'Erase');
    },
  },
  {
    name: 'erased',
    async open(page, path) {
      await find(page, path);
      await openDialog(page, 'Erase');
      await page.locator('dialog[open]').getByRole('button', { name: 'Erase' }).click();
      await expect(page.getByText('What remains')).toBeVisible();
    },
  },
  {
    name: 'a request without a contact',
    async open(page, path) {
      await open(page, path);
      await openDialog(page, 'Add request');
      await page.getByRole('button', { name: 'Save request' }).click();
      await expect(page.locator('dialog[open] .field-error')).toBeVisible();
    },
  },
  {
    name: 'an answer',
    async open(page, path) {
      await open(page, path);
      await openDialog(page, /^Mark the request/);
    },
  },
  {
    name: 'an incident that lacks words',
    async open(page, path) {
      await open(page, path);
      await openDialog(page, 'Add incident');
      await page.getByRole('button', { name: 'Save incident' }).click();
      await expect(page.locator('dialog[open] .field-error').first()).toBeVisible();
    },
  },
];

export const privacyScreens: Screen[] = [{ path: '/dashboard/privacy', states }];
