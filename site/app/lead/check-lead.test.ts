import { expect, test } from 'vitest';
import { readLeadValues, type LeadValues } from './lead-fields.ts';
import { checkLead } from './check-lead.ts';

const good = readLeadValues(
  new URLSearchParams({ name: 'Ana Roy', email: 'ana@roy.example', message: 'Hello' }),
);

function firstMessage(change: Partial<LeadValues>, kind: 'contact' | 'proposal' = 'contact'): string | null {
  const result = checkLead(kind, { ...good, ...change });
  return result.ok ? null : (result.problems[0]?.message ?? null);
}

const longAddress = `${'a'.repeat(243)}@roy.example`;

test.each([
  ['P-134', { name: ' a ' }, 'Name must be at least 2 characters'],
  ['P-134', { name: 'Al' }, null],
  ['P-134', { name: '\u200b\u200d\u2060' }, 'Name must be at least 2 characters'],
  ['P-134', { name: '\u3164\u2800 \u{e0041}' }, 'Name must be at least 2 characters'],
  ['P-134', { name: '\u200bAl\u200e' }, null],
  ['P-135', { name: 'a'.repeat(100) }, null],
  ['P-135', { name: 'a'.repeat(101) }, 'Name must be less than 100 characters'],
  ['P-136', { email: 'a@' }, 'Invalid email address'],
  ['P-136', { email: 'a b@c.d' }, 'Invalid email address'],
  ['P-136', { email: '' }, 'Invalid email address'],
  ['P-137', { email: longAddress }, null],
  ['P-137', { email: `a${longAddress}` }, 'Email must be less than 255 characters'],
  ['P-138', { company: 'c'.repeat(200) }, null],
  ['P-138', { company: 'c'.repeat(201) }, 'Company name must be less than 200 characters'],
  ['P-139', { phone: '1'.repeat(20) }, null],
  ['P-139', { phone: '1'.repeat(21) }, 'Phone number must be less than 20 characters'],
  ['P-140', { message: `  ${'m'.repeat(2000)}  ` }, null],
  ['P-140', { message: 'm'.repeat(2001) }, 'Message must be less than 2000 characters'],
  ['P-141', { message: '  ' }, 'Message is required'],
] as const)('the field %s with the value %j has the message %s', (_, change, message) => {
  expect(firstMessage(change)).toBe(message);
});

test('B-502 direction marks and control characters are no part of a name, a company or a message; joiners are', () => {
  const values = {
    ...good,
    name: '\u202eAna\u2066 \u200fRoy\u0007\nLi\u061c',
    company: 'دنا\u200c‌کار\u200e',
    phone: '\u202d604 555-0112\u202c',
    message: 'one\u202e two\u2069\n\tthree \u200fארבע',
  };
  expect(checkLead('contact', values)).toMatchObject({
    ok: true,
    lead: {
      name: 'Ana Roy Li',
      company: 'دنا\u200c‌کار',
      phone: '604 555-0112',
      message: 'one two\n\tthree \u200fארבע',
    },
  });
});

test('the longest address of the rule is 255 units', () => {
  expect(longAddress).toHaveLength(255);
});

test('P-141 the proposal dialog needs no message', () => {
  expect(firstMessage({ message: ' ' }, 'proposal')).toBeNull();
});

test('P-142 an empty form has one problem per field, in order, the name first', () => {
  const result = checkLead('contact', readLeadValues(new FormData()));
  expect(result).toMatchObject({ ok: false });
  expect(!result.ok && result.problems.map(({ field }) => field)).toEqual(['name', 'email', 'message']);
});

test('P-143 G-17 empty and blank optional values are null, values are trimmed, line ends are LF', () => {
  const values = { ...good, name: ' Ana Roy ', company: '  ', phone: '', message: 'one\r\ntwo\rthree ' };
  expect(checkLead('contact', values)).toMatchObject({
    ok: true,
    lead: {
      name: 'Ana Roy',
      email: 'ana@roy.example',
      company: null,
      phone: null,
      message: 'one\ntwo\nthree',
    },
  });
});

test('P-143 a line end of two characters (CRLF) counts once', () => {
  expect(firstMessage({ message: 'a\r\n'.repeat(999) + 'ab' })).toBeNull();
});
