import { expect, test } from 'vitest';
import type { WeeklyOpeningHours } from '../agency/agency-field-definition.ts';
import type { StaffDigest, StaffDigestEntry } from './staff-digest.ts';
import { composeStaffDigest } from './compose-staff-digest.ts';
import type { MailToCompose } from './compose-reply.ts';
import { letterheadFixture } from './letterhead.fixture.ts';

const entry: StaffDigestEntry = {
  lead: 'l1',
  kinds: ['lead'],
  name: 'Ann Lee',
  company: 'North Dental',
  service: 'Website audit',
  words: 'Our site is\nslow & <old>.',
  since: '2026-11-26T15:05:00Z',
  minutes: 185,
  is_late: false,
  mentioned_by: null,
  call: null,
};

function write(
  entries: Partial<StaffDigestEntry>[],
  rest: Partial<StaffDigest> = {},
  openingHours: WeeklyOpeningHours = {},
) {
  const digest = {
    entries: entries.map((given) => ({ ...entry, ...given })),
    total: entries.length,
    reports: 0,
    ...rest,
  };
  const mail = { id: 'd1', to_address: 'maude@maple.example', digest } as unknown as MailToCompose;
  return composeStaffDigest(mail, {
    ...letterheadFixture,
    agency: { ...letterheadFixture.agency, openingHours },
  });
}

test('B-250 a digest names the person, what they asked and wrote, and how long they wait, with a link to the lead', () => {
  const { subject, text, html, messageId, to, humanAuthored } = write([{}]);
  expect([subject, messageId, to, humanAuthored]).toEqual([
    'New lead: Ann Lee',
    '<digest-d1@maple.example>',
    'maude@maple.example',
    false,
  ]);
  expect(text).toMatch(
    /^Ann Lee, North Dental \(Website audit\)\nNew lead · Waiting 3 business hours, since Thursday, November 26, 10:05 a\.m\.\n“Our site is slow & <old>\.”\nhttps:\/\/maple\.example\/dashboard\/messages\?person=l1#lead-l1\n\nOpen Messages:\n/,
  );
  expect(html).toContain(
    '<a href="https://maple.example/dashboard/messages?person=l1#lead-l1" style="color:#0b4a5e">Ann Lee, North Dental (Website audit)</a>',
  );
  expect(html).toContain('slow &amp; &lt;old&gt;');
  expect(text).toContain('https://maple.example/dashboard/settings#notifications');
});

test.each<[Partial<StaffDigestEntry>, string]>([
  [{ kinds: ['answer'] }, 'New reply from Ann Lee'],
  [{ kinds: ['lead', 'late'], is_late: true }, 'Past your response-time target: Ann Lee, 3 h'],
  [{ kinds: ['mail', 'late'], lead: null, is_late: true }, 'Past your response-time target: Ann Lee, 3 h'],
  [{ kinds: ['mail'], lead: null, is_late: true }, 'Email to sort: Ann Lee'],
  [{ kinds: ['mail'], lead: null }, 'Email to sort: Ann Lee'],
  [{ kinds: ['assigned'] }, 'Newly assigned: Ann Lee'],
  [{ kinds: ['mention'], mentioned_by: 'Maude' }, 'Maude mentioned you in a note on Ann Lee'],
  [{ kinds: ['mention'] }, 'A colleague mentioned you in a note on Ann Lee'],
  [
    { kinds: ['lead', 'booking'], call: { at: '2026-12-01T15:00:00Z', state: 'booked' } },
    'Consultation with Ann Lee: Tuesday, December 1, 10:00 a.m.',
  ],
  [
    { kinds: ['booking'], call: { at: '2026-12-01T15:00:00Z', state: 'cancelled' } },
    'Consultation cancelled: Ann Lee',
  ],
  [{ name: 'Ann\r\nBcc: eve@evil.example' }, 'New lead: Ann Bcc: eve@evil.example'],
])('B-250 a digest about one thing has the subject %j', (given, subject) => {
  expect(write([given]).subject).toBe(subject);
});

test.each<[number, string, WeeklyOpeningHours?]>([
  [0, 'Ann Lee'],
  [20, 'Ann Lee, 20 min'],
  [479, 'Ann Lee, 7 h'],
  [480, 'Ann Lee, 1 day'],
  [1500, 'Ann Lee, 3 days'],
  [900, 'Ann Lee, 2 days', { mon: ['09:00', '16:30'], thu: ['09:00', '16:30'] }],
])('B-24 B-250 a wait of %i business minutes is "%s"', (minutes, said, openingHours) => {
  const { subject } = write([{ minutes }, { name: 'Bo Lind', minutes: 20 }], {}, openingHours);
  expect(subject).toBe(`2 people are waiting: ${said}; Bo Lind, 20 min`);
});

test('B-250 of many the subject names those who fit 70 characters, and the mail counts those it does not show', () => {
  const many = Array.from({ length: 30 }, (_, n) => ({ name: `Person Number ${n}` }));
  const { subject, text } = write(many, { total: 42, reports: 2 });
  expect(subject).toBe('42 people are waiting: Person Number 0, 3 h; Person Number 1, 3 h');
  expect(text).toContain('And 12 more in Messages.');
  expect(text).toContain('2 accessibility reports need a reply');
  const long = write([{ name: 'x'.repeat(100) }, {}]).subject;
  expect(long).toContain('x'.repeat(100));
});

test('B-250 late leads are named first in the subject, and the button links to all of them', () => {
  const { subject, text } = write([{ minutes: 20 }, { name: 'Bo Lind', kinds: ['late'], is_late: true }]);
  expect(subject).toBe('1 person is past your response-time target: Bo Lind, 3 h');
  expect(text).toContain('https://maple.example/dashboard/messages?needs=late');
  expect(write([{}, { kinds: ['mention'], since: null }]).subject).toBe(
    '2 lead updates: Ann Lee, 3 h; Ann Lee',
  );
});

test('B-250 a digest with only reports has its own subject, and an empty digest is not sent', () => {
  const { subject, text } = write([], { reports: 1 });
  expect(subject).toBe('An accessibility report needs a reply');
  expect(text).toContain('https://maple.example/dashboard/feedback');
  expect(() => write([])).toThrow('this digest has no entries');
});
