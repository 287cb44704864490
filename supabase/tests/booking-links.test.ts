import { beforeEach, expect, test } from 'vitest';
import { readAuditEntries, readDatabaseTime } from './audit-entries.ts';
import { createBookingCalls } from './create-booking-calls.ts';
import { catchErrorCode, setUpTestDatabase } from './test-database.ts';

const database = setUpTestDatabase();
const { begin, rowsOf, slot, book, call, claim } = createBookingCalls(database);

beforeEach(begin);

test('B-112 the link moves and cancels: the thread shows it, each mail has the newest state, a reminder is deleted', async () => {
  const { token } = await book(await slot(60));
  const reminders = () =>
    rowsOf(`select details ->> 'startsAt' as at from private.outbox where kind = 'booking-reminder'`);
  expect(await reminders()).toHaveLength(1);
  const later = await slot(70);
  expect(await call('visitor', `move_consultation($1, $2)`, [token, later])).toBe('moved');
  expect(await call('visitor', `move_consultation($1, $2)`, [token, later])).toBe('moved');
  const moved = await claim();
  expect(moved.map(({ kind }) => kind).toSorted()).toEqual(['booking-moved', 'digest', 'digest']);
  expect(await reminders()).toHaveLength(1);
  expect(await call('visitor', `cancel_consultation($1)`, [token])).toBe('cancelled');
  expect(await call('visitor', `cancel_consultation($1)`, [token])).toBe('cancelled');
  expect(await call('visitor', `move_consultation($1, $2)`, [token, later])).toBe('closed');
  expect(await reminders()).toEqual([]);
  const [page] = await rowsOf('select state, version, can_change from consultation($1)', [token]);
  expect(page).toEqual({ state: 'cancelled', version: 2, can_change: false });
  const thread = await rowsOf<{ note: string }>('select note from lead_notes order by created_at');
  expect(
    thread.map(({ note }) => /^The visitor \w+ (?:a|the) consultation(?: for| to|:) /.exec(note)?.[0]),
  ).toEqual([
    'The visitor booked a consultation for ',
    'The visitor moved the consultation to ',
    'The visitor cancelled the consultation: ',
  ]);
  expect(await rowsOf('select from lead_messages')).toEqual([]);
});

test('B-112 a call is moved beside its own time, never onto another one or one that is not offered', async () => {
  const first = await slot(60);
  const { token } = await book(first);
  const taken = await slot(75);
  await book(taken, { email: 'cy@dow.example' });
  for (const at of [taken, '2020-01-06 15:00+00'])
    expect(await call('visitor', `move_consultation($1, $2)`, [token, at])).toBe('taken');
  const [beside] = await rowsOf<{ at: string }>(
    `select starts_at::text as at from consultation_slots($1) where starts_at = $2::timestamptz + interval '30 minutes'
       or starts_at = $2::timestamptz - interval '30 minutes' limit 1`,
    [token, first],
  );
  expect(await call('visitor', `move_consultation($1, $2)`, [token, beside?.at])).toBe('moved');
});

test('B-112 a reminder waits for its day, also where the clock was set back, and is not sent too late', async () => {
  await book(await slot(60));
  await claim();
  await database.query(`delete from private.outbox where kind <> 'booking-reminder'`);
  expect(await claim()).toEqual([]);
  expect(await call('owner', `(select waiting from outbox_state())`)).toBe(0);
  await database.query(
    `update private.outbox set next_try_at = now() - interval '1 minute', not_before = now() - interval '1 minute'`,
  );
  expect((await claim()).map(({ kind }) => kind)).toEqual(['booking-reminder']);
  await database.query(
    `update private.outbox set lease = null, leased_until = null, drop_after = now() - interval '1 minute'`,
  );
  expect(await claim()).toEqual([]);
  expect(await rowsOf('select from private.outbox')).toEqual([]);
});

test('B-112 staff can move, cancel and finish a booking; the audit log has an entry, and only the visitor gets a mail', async () => {
  await book(await slot(60));
  await claim();
  const since = await readDatabaseTime(database);
  const [booking] = await rowsOf<{ id: string }>('select id from bookings');
  const [free] = await rowsOf<{ at: string }>(
    `select starts_at::text as at from consultation_slots() offset 80 limit 1`,
  );
  expect(await catchErrorCode(call('agent', `finish_booking($1, 'done')`, [booking?.id]))).toBe('P0001');
  await call('agent', `move_booking($1, $2)`, [booking?.id, free?.at]);
  await call('agent', `cancel_booking($1)`, [booking?.id]);
  await call('agent', `cancel_booking($1)`, [booking?.id]);
  expect(await catchErrorCode(call('agent', `move_booking($1, $2)`, [booking?.id, free?.at]))).toBe('P0001');
  expect((await claim()).map(({ kind }) => kind)).toEqual(['booking-cancelled']);
  await database.query(
    `update bookings set state = 'booked', starts_at = now() - interval '1 hour', ends_at = now(), held_until = now()`,
  );
  await call('agent', `finish_booking($1, 'missed')`, [booking?.id]);
  expect((await readAuditEntries(database, since)).map((entry) => Object.values(entry).join(' '))).toEqual([
    'Agent Person moved bookings',
    'Agent Person cancelled bookings',
    'Agent Person changed bookings',
  ]);
});

test('B-111 an erasure deletes the bookings of the person and their mails', async () => {
  const at = await slot();
  await book(at);
  await database.query(`select private.erase_leads(array(select id from leads))`);
  expect(await rowsOf('select from bookings')).toEqual([]);
  expect(await rowsOf('select from private.outbox')).toEqual([]);
  expect(await slot()).toBe(at);
});

test('B-429 a person who only booked a call does not wait for a reply; one who asked a question or writes later does', async () => {
  await book(await slot());
  await book(await slot(40), { name: 'Cy Dow', email: 'cy@dow.example', message: 'Do you know WordPress?' });
  const waiting = () =>
    rowsOf('select leads.name from leads_needing_reply join leads on leads.id = lead_id order by leads.name');
  expect(await waiting()).toEqual([{ name: 'Cy Dow' }]);
  await database.query(
    `insert into lead_messages (lead_id, message, sender_type) select id, 'Can we do Friday?', 'lead' from leads where name = 'Bo Lind'`,
  );
  expect(await waiting()).toEqual([{ name: 'Bo Lind' }, { name: 'Cy Dow' }]);
});

test('B-429 a request without a message waits although its person books a call; so does a booking that was cancelled', async () => {
  await database.query(`insert into leads (name, email) values ('Di Fox', 'di@fox.example')`);
  await book(await slot(), { name: 'Di Fox', email: 'di@fox.example' });
  await book(await slot(40), { name: 'Ed Gil', email: 'ed@gil.example' });
  const waiting = () =>
    rowsOf('select leads.name from leads_needing_reply join leads on leads.id = lead_id order by leads.name');
  expect(await waiting()).toEqual([{ name: 'Di Fox' }]);
  await database.query(
    `update bookings set state = 'cancelled' from leads where leads.id = lead_id and leads.name = 'Ed Gil'`,
  );
  expect(await waiting()).toEqual([{ name: 'Di Fox' }, { name: 'Ed Gil' }]);
});

test('B-428 the page of a booking gets the stored zone of its visitor', async () => {
  const { token } = await book(await slot());
  expect(await call('visitor', `(select visitor_zone from consultation($1))`, [token])).toBe(
    'America/Vancouver',
  );
});
