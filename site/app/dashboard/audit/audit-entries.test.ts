import { expect, test } from 'vitest';
import { describeAuditEntry } from './audit-entries.ts';

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
  [{ action: 'changed', details: ['email', 'assignee_id'] }, 'Maya changed a lead: Email, Responsible.'],
  [{ action: 'deleted', account_id: null, account_name: null, amount: 30 }, 'The server deleted 30 leads.'],
  [{ action: 'restored' }, 'Maya moved a lead out of possible spam.'],
  [{ action: 'exported', amount: 3, details: ['new'] }, 'Maya exported 3 leads with the status New.'],
  [{ action: 'exported' }, 'Maya exported the leads that a search found.'],
  [{ action: 'read', amount: 1000 }, 'Maya read 1,000 leads within an hour.'],
  [{ action: 'erased', kind: 'person' }, 'Maya erased a person’s data.'],
  [{ action: 'read', kind: 'person' }, 'Maya looked up a person’s data.'],
  [{ action: 'exported', kind: 'person' }, 'Maya exported a person’s data.'],
  [{ action: 'revoked', kind: 'conversation_links' }, 'Maya turned off a lead’s conversation links.'],
  [{ action: 'refused', kind: 'do_not_contact' }, 'Maya marked a person as do not contact.'],
  [
    { action: 'changed', kind: 'services', record_name: 'Audit', details: ['name', 'pricing_json'] },
    'Maya changed the service “Audit”: Name, Prices.',
  ],
  [{ action: 'published', kind: 'posts', record_name: 'Hi' }, 'Maya published the post “Hi”.'],
  [{ action: 'deleted', kind: 'app_media', amount: 3 }, 'Maya deleted 3 pictures of apps.'],
  [{ action: 'created', kind: 'app_media' }, 'Maya created a picture of an app.'],
  [{ action: 'created', kind: 'apps' }, 'Maya created an app.'],
  [
    { action: 'role_changed', kind: 'staff', record_name: 'Bo', details: ['agent'] },
    'Maya changed the role of Bo to Agent.',
  ],
  [
    { action: 'role_taken', kind: 'staff', details: ['owner'], account_name: null },
    'A former account took the role Owner from someone.',
  ],
  [
    { action: 'changed', kind: 'agency_settings', details: ['name', 'phone'] },
    'Maya changed the agency’s details: Agency name, Phone, as people read it.',
  ],
  [{ action: 'changed', kind: 'sign_up_mode', details: ['closed'] }, 'Maya closed sign-up.'],
  [
    { action: 'changed', kind: 'require_second_factor', details: ['true'] },
    'Maya required two-step verification of the whole team.',
  ],
  [
    { action: 'changed', kind: 'retention_months', details: ['never'] },
    'Maya turned off the erasing of old leads.',
  ],
  [{ action: 'signed_in', kind: 'session' }, 'Maya signed in.'],
  [
    { action: 'recovery_code_wrong', kind: 'factor' },
    'A wrong recovery code was entered for the account of Maya.',
  ],
  [
    { action: 'password_wrong', kind: 'account', amount: 1 },
    'A wrong password was entered for the account of Maya.',
  ],
  [
    { action: 'code_wrong', kind: 'account', amount: 10 },
    'A wrong code for the second step was entered for the account of Maya, 10 times within an hour.',
  ],
  [{ action: 'juggled', kind: 'balls' }, 'Maya: juggled (balls).'],
])('%j is a sentence', (entry, sentence) => {
  expect(describeAuditEntry({ ...blank, ...entry })).toBe(sentence);
});
