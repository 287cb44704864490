import type { States, Step } from './screen.ts';
import * as step from './state-steps.ts';

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

const published = [{ table_name: 'public.posts', total: 1, ids: [] }];
const lead = {
  id: '1',
  created_at: '2026-10-01T15:04:05Z',
  name: 'Ana Roy',
  email: 'ana@roy.example',
  phone: '416-555-0142',
  company: 'Roy & Daughters',
  message: 'Could you look at our booking form? It loses what I type.',
  messages: [],
};
const person = {
  emails: [lead.email],
  phones: [],
  counts: { leads: 2, messages: 3, queued: 1, quarantined: 1, mails: 21, reports: 1, requests: 1 },
  leads: [
    lead,
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
    from_address: lead.email,
    subject: n === 1 ? '' : 'Re: Our booking form',
  })),
  reports: [{}],
  requests: [{}],
  accounts: [{ email: lead.email }],
  doNotContact: [{ email: lead.email }],
  alsoKnown: [lead.phone],
  mentions: [{ table_name: 'public.lead_messages', total: 2, ids: [] }],
  published,
};
const erased = {
  leads: 2,
  messages: 3,
  mentions: 2,
  remains: { customers: ['cus_Roy1234567890'], team: [lead.email], published },
};

const full = {
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

function find(contact: string): Step[] {
  return [({ root }) => root.getByLabel('Email or phone', { exact: true }).fill(contact), step.press('Find')];
}

const shown = [step.visitAsOwner(full), step.see('A laptop was left'), step.see('Within an hour')];
const found = [...shown, ...find(lead.email), step.see(lead.company)];
const asked = [...found, step.press('Delete'), step.seeDialog];

function emptyDialog(button: string, save: string): Step[] {
  return [step.press(button), step.seeDialog, step.press(save), step.inDialog(step.seeFieldError)];
}

export const privacyStates: States = {
  full: shown,
  empty: [step.visitAsOwner(empty), step.see('No incidents yet.'), step.see('No messages are that old.')],
  'a first decision waits': [
    step.visitAsOwner({
      ...full,
      'rpc/waiting_retention': { ...preview, months: 24 },
      'rpc/retention_months': null,
    }),
    step.see('Nothing is deleted yet'),
  ],
  'not loaded, and a contact that is none': [
    step.refuse(/\/rest\/v1\/(privacy_|rpc\/(retention|preview))/, 400, {
      message: 'Not now.',
      code: 'P0001',
    }),
    step.visitAsOwner(),
    step.see("We couldn't load the incidents."),
    ...find('Ana'),
    step.seeFieldError,
  ],
  'a person': found,
  'correction without a value': [...found, ...emptyDialog('Correct', 'Save correction')],
  'asked before the erasure': asked,
  erased: [...asked, step.inDialog(step.press('Delete')), step.see("What's left")],
  'a request without a contact': [...shown, ...emptyDialog('Add request', 'Save request')],
  'an answer': [...shown, step.press(/^Mark the request/), step.seeDialog],
  'an incident that lacks words': [...shown, ...emptyDialog('Add incident', 'Save incident')],
};
