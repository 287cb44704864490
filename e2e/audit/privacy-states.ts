import { makeLead } from '../product/make-lead.ts';
import type { States, Step } from './screen.ts';
import { daysAgo } from './seed-leads.ts';
import * as step from './state-steps.ts';

function find(contact: string): Step[] {
  return [({ root }) => root.getByLabel('Email or phone', { exact: true }).fill(contact), step.press('Find')];
}

/** One that retention will delete; the server does so every hour. */
const addOldLead = step.write((product) =>
  makeLead(product, { name: 'Old Lead', email: 'old@roy.example', created_at: daysAgo(1_000) }),
);

/** A person who is also named in what the site publishes; a state deletes her data. */
const addPerson = step.write((product) =>
  makeLead(product, { name: 'Gaby Gone', email: 'gone@roy.example', created_at: daysAgo(4) }),
);

const shown = [step.visitAsOwner(), step.see('A laptop was left')];
const found = [...shown, ...find('ana@roy.example'), step.see('Roy & Daughters')];

function emptyDialog(button: string, save: string): Step[] {
  return [step.press(button), step.seeDialog, step.press(save), step.inDialog(step.seeFieldError)];
}

export const privacyStates: States = {
  full: [addOldLead, ...shown, step.see('Within an hour')],
  'not loaded, and a contact that is none': [
    ...step.failReads(/\/rest\/v1\/(privacy_|rpc\/(retention|preview))/, step.visitAsOwner()),
    step.see("We couldn't load the incidents."),
    ...find('Ana'),
    step.seeFieldError,
  ],
  'a person': found,
  'correction without a value': [...found, ...emptyDialog('Correct', 'Save correction')],
  'asked before the erasure': [...found, step.press('Delete'), step.seeDialog],
  erased: [
    addPerson,
    ...shown,
    ...find('gone@roy.example'),
    step.see('Gaby Gone'),
    step.press('Delete'),
    step.seeDialog,
    step.inDialog(step.press('Delete')),
    step.see("What's left"),
  ],
  'a request without a contact': [...shown, ...emptyDialog('Add request', 'Save request')],
  'an answer': [...shown, step.press(/^Mark the request/), step.seeDialog],
  'an incident that lacks words': [...shown, ...emptyDialog('Add incident', 'Save incident')],
};

export const emptyPrivacyStates: States = {
  empty: [step.visitAsOwner(), step.see('No incidents yet.'), step.see('No messages are that old.')],
};

/** Before an owner has decided for how long leads are kept. */
export const undecidedPrivacyStates: States = {
  'a first decision waits': [step.visitAsOwner(), step.see('Nothing is deleted yet')],
};
