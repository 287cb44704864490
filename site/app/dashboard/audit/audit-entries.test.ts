import { expect, test } from 'vitest';
import { auditAccountLabel, auditEmail, describeAuditEntry } from './audit-entries.ts';

const maya = { account_id: 'a', account_name: 'Maya' };
const blank = {
  ...maya,
  kind: 'leads',
  record_name: null,
  amount: null,
  details: [] as string[],
  lead: null,
};

test.each([
  [{ action: 'status', details: ['qualified'] }, 'Maya changed the status of a lead to Qualified.'],
  [
    { action: 'status', details: ['proposal_sent'], lead: { name: 'Ana Roy', email: 'a@b.example' } },
    'Maya changed the status of the lead “Ana Roy” to Proposal sent.',
  ],
  [{ action: 'status', details: ['new'], amount: 2100 }, 'Maya changed the status of 2,100 leads to New.'],
  [{ action: 'changed', details: ['email', 'assignee_id'] }, 'Maya changed a lead: Email, Assigned to.'],
  [{ action: 'deleted', account_id: null, account_name: null, amount: 30 }, 'The server deleted 30 leads.'],
  [{ action: 'restored' }, 'Maya moved a lead out of possible spam.'],
  [{ action: 'exported', amount: 3, details: ['new'] }, 'Maya exported 3 leads with the status New.'],
  [{ action: 'exported' }, 'Maya exported leads from a search.'],
  [{ action: 'read', amount: 1000 }, 'Maya viewed 1,000 leads in less than an hour.'],
  [
    {
      action: 'read_hour',
      kind: 'people',
      amount: 1236,
      details: ['leads 1234', 'auth.users 1', 'auth.identities 1'],
    },
    'Maya viewed 1,234 leads, 1 account, 1 identities within an hour.',
  ],
  [
    { action: 'opened', kind: 'database', account_id: null, account_name: null },
    'A program on the server opened the database directly.',
  ],
  [{ action: 'erased', kind: 'person' }, "Maya deleted someone's data."],
  [{ action: 'read', kind: 'person' }, "Maya looked up someone's data."],
  [{ action: 'exported', kind: 'person' }, "Maya exported someone's data."],
  [{ action: 'revoked', kind: 'conversation_links' }, "Maya turned off a lead's conversation links."],
  [{ action: 'refused', kind: 'do_not_contact' }, 'Maya marked someone as do not contact.'],
  [
    { action: 'changed', kind: 'services', record_name: 'Audit', details: ['name', 'pricing_json'] },
    'Maya changed the service “Audit”: Name, Prices.',
  ],
  [{ action: 'published', kind: 'posts', record_name: 'Hi' }, 'Maya published the resource “Hi”.'],
  [{ action: 'deleted', kind: 'app_media', amount: 3 }, 'Maya deleted 3 app images.'],
  [{ action: 'created', kind: 'app_media' }, 'Maya created an app image.'],
  [{ action: 'created', kind: 'apps' }, 'Maya created an app.'],
  [
    { action: 'role_changed', kind: 'staff', record_name: 'Bo', details: ['agent'] },
    "Maya changed Bo's role to Agent.",
  ],
  [
    { action: 'deleted', kind: 'account', record_name: 'bo@fairlead.example' },
    'Maya deleted the account bo@fairlead.example.',
  ],
  [{ action: 'deleted', kind: 'account' }, 'Maya deleted an account.'],
  [
    { action: 'role_taken', kind: 'staff', details: ['owner'], account_name: null },
    "A deleted account removed someone's Owner role.",
  ],
  [
    { action: 'changed', kind: 'agency_settings', details: ['name', 'phone'] },
    'Maya changed the agency details: Agency name, Phone number (shown).',
  ],
  [{ action: 'changed', kind: 'sign_up_mode', details: ['closed'] }, 'Maya closed sign-up.'],
  [
    { action: 'changed', kind: 'require_second_factor', details: ['true'] },
    'Maya made two-step verification mandatory.',
  ],
  [
    { action: 'changed', kind: 'retention_months', details: ['never'] },
    'Maya turned off automatic deletion of old leads.',
  ],
  [{ action: 'signed_in', kind: 'session' }, 'Maya signed in.'],
  [
    { action: 'recovery_code_wrong', kind: 'factor' },
    "A wrong recovery code was entered for Maya's account.",
  ],
  [
    { action: 'password_wrong', kind: 'account', amount: 1 },
    "A wrong password was entered for Maya's account.",
  ],
  [
    { action: 'code_wrong', kind: 'account', amount: 10 },
    "A wrong two-step code was entered for Maya's account, 10 times within an hour.",
  ],
  [{ action: 'juggled', kind: 'balls' }, 'Maya: juggled (balls).'],
])('%j is a sentence', (entry, sentence) => {
  expect(describeAuditEntry({ ...blank, ...entry })).toBe(sentence);
});

test('B-273 two accounts with one name differ by their addresses', () => {
  const account = { account_name: 'Maya', account_email: 'maya@fairlead.example' };
  expect(auditEmail(account)).toBe('maya@fairlead.example');
  expect(auditAccountLabel(account)).toBe('Maya (maya@fairlead.example)');
  const unnamed = { ...account, account_name: account.account_email };
  expect([auditEmail(unnamed), auditAccountLabel(unnamed)]).toEqual([null, 'maya@fairlead.example']);
  const erased = { account_name: null, account_email: null };
  expect([auditEmail(erased), auditAccountLabel(erased)]).toEqual([null, 'A deleted account']);
});
