import { expect, test } from 'vitest';
import { bookingMailComposers } from './booking-mail-composers.ts';
import type { MailLetterhead, MailToCompose } from './compose-reply.ts';
import { letterheadFixture } from './letterhead.fixture.ts';

const token = 'ab'.repeat(32);
const details = {
  booking: 'b1',
  startsAt: '2026-12-01T15:00:00Z',
  endsAt: '2026-12-01T15:30:00Z',
  version: 0,
  visitorZone: 'America/Regina',
  token,
  event: 'booked',
};
const mail = (changed: object = {}): MailToCompose => ({
  ...({ id: 'm1', to_address: 'bo@lind.example' } as MailToCompose),
  details: { ...details, ...changed },
});
const letterhead: MailLetterhead = {
  ...letterheadFixture,
  agency: { ...letterheadFixture.agency, name: 'Maple; & Birch, Ltd' },
};

/** Joins folded lines, as programs do. */
const unfolded = (content = '') => content.replaceAll('\r\n ', '');

test('B-112 B-428 the confirmation has the time in both zones, the link, and an invitation', () => {
  const { text, subject, calendar, replyTo, to } = bookingMailComposers['booking-booked'](mail(), letterhead);
  expect([to, subject]).toEqual([
    'bo@lind.example',
    'Your consultation: Tuesday, December 1, 10:00 a.m. Eastern Time',
  ]);
  expect(text).toContain('Tuesday, December 1, 2026, 10:00 a.m. Eastern Standard Time');
  expect(text).toContain('In your time zone: Tuesday, December 1, 2026, 9:00 a.m. Central Standard Time');
  expect(text).toContain(`https://maple.example/book/${token}`);
  expect(replyTo?.address).toBe('hello@maple.example');
  expect(calendar?.method).toBe('REQUEST');
  const event = unfolded(calendar?.content);
  for (const line of [
    'METHOD:REQUEST',
    `UID:booking-${token.slice(0, 32)}`,
    'SEQUENCE:0',
    'DTSTART:20261201T150000Z',
    'DTEND:20261201T153000Z',
    'STATUS:CONFIRMED',
    'SUMMARY:30-minute consultation with Maple\\; & Birch\\, Ltd',
  ])
    expect(event.split('\r\n')).toContain(line);
});

test('B-112 a move and a cancellation are newer versions of the same event', () => {
  const moved = bookingMailComposers['booking-moved'](mail({ version: 1 }), letterhead);
  const cancelled = bookingMailComposers['booking-cancelled'](mail({ version: 2 }), letterhead);
  const uid = `UID:booking-${token.slice(0, 32)}`;
  expect([moved.calendar?.method, cancelled.calendar?.method]).toEqual(['REQUEST', 'CANCEL']);
  expect(unfolded(moved.calendar?.content)).toMatch(new RegExp(`${uid}\r\nSEQUENCE:1`));
  expect(unfolded(cancelled.calendar?.content)).toMatch(/SEQUENCE:2[\s\S]*STATUS:CANCELLED/);
  expect(cancelled.text).not.toContain(token);
  expect(new Set([moved.messageId, cancelled.messageId]).size).toBe(2);
});

test('B-112 a reminder needs no second event, and an unknown zone is omitted', () => {
  const reminder = bookingMailComposers['booking-reminder'](
    mail({ visitorZone: 'Mars/Olympus' }),
    letterhead,
  );
  expect(reminder.calendar).toBeUndefined();
  expect(reminder.text).not.toContain('In your time zone');
});

test('B-127 an answer to a mail about a consultation goes into the thread, where mail comes in', () => {
  const address = 'hello+abc@maple.example';
  for (const write of Object.values(bookingMailComposers))
    expect(write({ ...mail(), reply_address: address }, letterhead).replyTo?.address).toBe(address);
});

test('B-125 a mail about a consultation that a colleague booked does not ask whether the recipient booked it', () => {
  for (const kind of ['booking-booked', 'booking-cancelled'] as const) {
    const { text } = bookingMailComposers[kind](mail({ byStaff: true }), letterhead);
    expect(text).toContain('because Maple; & Birch, Ltd booked a consultation with you');
    expect(text).not.toContain('used this address to book');
  }
});
