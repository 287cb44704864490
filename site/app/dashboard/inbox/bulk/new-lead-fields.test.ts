import { expect, test } from 'vitest';
import { readLeadValues } from '../../../lead/lead-fields.ts';
import { checkNewLead, type NewLeadValues } from './new-lead-fields.tsx';

const now = new Date('2026-11-23T15:00:00Z');
const call: NewLeadValues = {
  ...readLeadValues(new URLSearchParams({ name: ' Bo Lind ', phone: '604-555-0199' })),
  service: '',
  channel: 'phone',
  came_at: '2026-11-23T09:30',
  asked: 'yes',
};

test('B-105 a number is enough, and what is not given is nothing', () => {
  expect(checkNewLead(call, 'America/Toronto', now)).toMatchObject({
    ok: true,
    lead: {
      fields: { name: 'Bo Lind', email: null, phone: '604-555-0199', company: null, message: null },
      service: null,
      channel: 'phone',
      asked_for_contact: true,
      came_at: '2026-11-23T14:30:00.000Z',
    },
  });
});

test.each<[string, Partial<NewLeadValues>, string[]]>([
  ['no name', { name: ' ' }, ['name']],
  ['neither address nor number', { phone: '' }, ['email']],
  ['an extension for a number', { phone: 'ext 1234567' }, ['email']],
  ['half an address beside a number', { email: 'bo@' }, ['email']],
  ['a message too long', { message: 'm'.repeat(2001) }, ['message']],
  ['tomorrow', { came_at: '2026-11-24T09:30' }, ['came_at']],
  ['two years ago', { came_at: '2024-11-24T09:30' }, ['came_at']],
  ['no time', { came_at: '' }, ['came_at']],
  ['not said whether they asked', { asked: '' }, ['asked']],
])('B-105 the dialog asks again for %s', (_title, fields, problems) => {
  const checked = checkNewLead({ ...call, ...fields }, 'America/Toronto', now);
  expect(checked.ok ? [] : [...checked.problems.keys()]).toEqual(problems);
});
