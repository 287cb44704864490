import { beforeEach, expect, test } from 'vitest';
import { createBookingCalls } from './create-booking-calls.ts';
import { createOutboxCalls } from './queued-mail.ts';
import { catchErrorCode, saveAgencyFacts, setUpTestDatabase } from './test-database.ts';

const database = setUpTestDatabase();
const { begin, rowsOf, slot, book, call, claim } = createBookingCalls(database);

beforeEach(begin);

test('B-36 a booking makes a lead with an event in its thread, its time is offered no more, and mails are queued', async () => {
  const at = await slot();
  const { outcome, token } = await book(at, { message: 'About our shop' });
  expect([outcome, token]).toEqual(['booked', expect.stringMatching(/^[0-9a-f]{64}$/)]);
  expect(await slot()).not.toBe(at);
  const [lead] = await rowsOf<{ name: string; message: string; words: string; origin: string; path: string }>(
    `select name, leads.message, origin, source_path as path, note as words
     from leads join lead_notes on lead_notes.lead_id = leads.id and is_event`,
  );
  expect(lead).toMatchObject({ name: 'Bo Lind', message: 'About our shop', origin: 'site', path: '/book' });
  expect(lead?.words).toMatch(
    /^The visitor booked a consultation for \w+day, .* [ap]\.m\. \(America\/Toronto\)$/,
  );
  expect(await rowsOf('select from lead_messages')).toEqual([]);
  const kinds = (await claim()).map(({ kind, to_address: to }) => `${kind} ${to}`);
  expect(kinds.toSorted()).toEqual([
    'booking-booked bo@lind.example',
    'digest agent@fairlead.example',
    'digest owner@fairlead.example',
  ]);
});

test('B-241 a header that was signed for another form is ignored for a booking', async () => {
  for (const form of ['lead', 'answer'] as const) {
    const times = await rowsOf<{ at: string }>('select starts_at::text as at from consultation_slots()');
    await book(times.at(-1)?.at ?? '', { email: `${form}@lind.example` }, { form });
  }
  expect(await rowsOf('select origin, submission_key as key from leads')).toEqual([
    { origin: 'api', key: null },
    { origin: 'api', key: null },
  ]);
});

test('B-36 the same address joins its lead, and what it wrote differently is in the thread', async () => {
  await database.query(`insert into leads (name, email) values ('Bo', 'BO@lind.example')`);
  await database.query(`update leads set created_at = now() - interval '1 day'`);
  await book(await slot(), { message: 'Again me', phone: '416 555 0100' });
  const rows = await rowsOf<{ message: string }>('select message from lead_messages');
  expect(await rowsOf('select from leads')).toHaveLength(1);
  expect(rows).toEqual([{ message: 'Name: Bo Lind\nPhone: 416 555 0100\n\nAgain me' }]);
});

test('B-110 visitors at one time in parallel: one has it, and the words of the others are not stored', async () => {
  const at = await slot();
  const sessions = await Promise.all(Array.from({ length: 8 }, () => database.open()));
  const outcomes = await Promise.all(
    sessions.map((session, i) => book(at, { email: `v${i}@lind.example` }, {}, session)),
  );
  const others = sessions.slice(1).map(() => 'taken');
  expect(outcomes.map(({ outcome }) => outcome).toSorted()).toEqual(['booked', ...others]);
  expect(await rowsOf('select from leads')).toHaveLength(1);
});

test('B-111 visitors whose network address changes with each booking are limited to 20 in an hour', async () => {
  const times = await rowsOf<{ at: string }>('select starts_at::text as at from consultation_slots()');
  const outcomes: string[] = [];
  // A call and its buffer take two slots of the list.
  for (let index = 0; index < 22; index += 1) {
    const address = index.toString(16).padStart(32, '0');
    const facts = { address, key: crypto.randomUUID() };
    const { outcome } = await book(times[index * 2]?.at ?? '', { email: `v${index}@lind.example` }, facts);
    outcomes.push(outcome);
  }
  expect(outcomes).toEqual([...Array.from({ length: 20 }, () => 'booked'), 'held', 'held']);
  expect(await rowsOf('select from quarantined_leads')).toHaveLength(2);
});

test('B-110 a constraint keeps calls and their buffers apart, for every writer', async () => {
  await book(await slot(2));
  const twin = `insert into bookings (lead_id, starts_at, ends_at, held_until)
    select lead_id, held_until - interval '1 minute', held_until + interval '1 hour', held_until + interval '1 hour' from bookings`;
  expect(await catchErrorCode(database.query(twin))).toBe('23P01');
});

test('B-110 one submission is one booking, even if it arrives several times', async () => {
  const at = await slot();
  const key = '0c000000-0000-4000-8000-000000000001';
  const sessions = await Promise.all([database.open(), database.open(), database.open()]);
  const [first, ...others] = await Promise.all(sessions.map((session) => book(at, {}, { key }, session)));
  expect(first?.outcome).toBe('booked');
  expect([...others, await book(at, {}, { key })]).toEqual([first, first, first]);
  expect(await rowsOf('select from bookings')).toHaveLength(1);
});

test('B-36 offered are business hours after the notice and within the horizon, without blocked times', async () => {
  const times = () =>
    rowsOf<{ day: number; minutes: number; ahead: number }>(`
      select extract(isodow from at)::integer as day, (extract(epoch from at::time) / 60)::integer as minutes,
        (extract(epoch from starts_at - now()) / 3600)::float as ahead
      from consultation_slots(), lateral (select starts_at at time zone 'America/Toronto' as at) as local`);
  const offered = await times();
  expect(offered.length).toBeGreaterThan(200);
  expect(offered.every(({ day, minutes }) => day <= 5 && minutes >= 540 && minutes <= 990)).toBe(true);
  expect(offered.every(({ ahead }) => ahead >= 24 && ahead <= 28 * 24)).toBe(true);
  await saveAgencyFacts(database, {
    timeZone: 'America/St_Johns',
    consultationMinutes: 60,
    openingHours: { sat: ['10:00', '12:00'] },
    holidays: 'none',
  });
  const saturdays = await rowsOf<{ at: string }>(
    `select distinct to_char(starts_at at time zone 'America/St_Johns', 'Dy HH24:MI') as at from consultation_slots() order by 1`,
  );
  expect(saturdays.map(({ at }) => at)).toEqual(['Sat 10:00', 'Sat 10:30', 'Sat 11:00']);
  await database.query(
    `insert into booking_blocks (starts_at, ends_at) values (now(), now() + interval '40 days')`,
  );
  expect(await times()).toEqual([]);
  await database.query(`delete from booking_blocks; update booking_settings set is_open = false`);
  expect(await times()).toEqual([]);
});

test.each([
  ['2027-03-12', '2027-03-15', 46],
  ['2026-10-31', '2026-11-02', 50],
])(
  'B-36 where a clock changes from %s to %s no time is skipped or offered twice',
  async (from, until, slots) => {
    await saveAgencyFacts(database, {
      timeZone: 'America/Toronto',
      holidays: 'none',
      openingHours: { sun: ['00:00', '08:00'], mon: ['09:00', '17:00'], sat: ['09:00', '17:00'] },
    });
    const rows = await rowsOf<{ at: string; hour: number }>(
      `select starts_at::text as at, extract(hour from starts_at at time zone $3)::integer as hour
     from private.free_slots($1::timestamp at time zone $3, ($2::timestamp + interval '1 day') at time zone $3)`,
      [from, until, 'America/Toronto'],
    );
    expect(new Set(rows.map(({ at }) => at)).size).toBe(rows.length);
    expect(rows.every(({ hour }) => hour < 17)).toBe(true);
    // on Sunday 7 hours in spring, 9 in autumn
    expect(rows).toHaveLength(slots);
  },
);

test.each([
  ['in the past', `now() - interval '1 day'`],
  [
    'between two that are offered',
    `(select starts_at + interval '1 minute' from consultation_slots() limit 1)`,
  ],
  ['after the horizon', `now() + interval '3 years'`],
  ['at the end of all time', `'infinity'::timestamptz`],
])('B-110 a time %s is not booked, and nothing is stored', async (_, sql) => {
  const [row] = await rowsOf<{ at: string }>(`select (${sql})::text as at`);
  expect(await book(row?.at ?? '', {}, null)).toEqual({ outcome: 'taken' });
  expect(await rowsOf('select from leads')).toEqual([]);
});

test('B-111 anonymous callers may only call the functions, not read bookings, blocks and tokens', async () => {
  await book(await slot());
  for (const table of ['bookings', 'booking_blocks', 'booking_settings'])
    expect(await catchErrorCode(call('visitor', `(select count(*) from ${table})`))).toBe('42501');
  for (const sql of [
    `private.booking_token((gen_random_uuid()))`,
    `cancel_booking(gen_random_uuid())`,
    `move_booking(gen_random_uuid(), now())`,
  ])
    expect(await catchErrorCode(call('visitor', sql))).toBe('42501');
  expect(await catchErrorCode(call('editor', `cancel_booking(gen_random_uuid())`))).toBe('42501');
  for (const token of ['', 'x', '0'.repeat(64), `${'0'.repeat(63)}é`]) {
    expect(await call('visitor', `cancel_consultation($1)`, [token])).toBe('unknown');
    expect(await call('visitor', `(select count(*)::integer from consultation($1))`, [token])).toBe(0);
  }
});

test.each([
  ['a name of a megabyte', { name: 'x'.repeat(1_000_000) }, '23514'],
  ['no name', { name: '' }, '23502'],
  ['no address', { email: 'nobody' }, '23514'],
])('B-111 a booking is rejected by the database: %s', async (_, given, code) => {
  expect(await catchErrorCode(book(await slot(), given, null))).toBe(code);
  expect(await rowsOf('select from bookings')).toEqual([]);
});

test('B-111 a suspicious booking waits in quarantine, holds no time and sends no mail', async () => {
  const at = await slot();
  expect(await book(at, { message: 'Buy' }, { score: 5, reasons: ['spam'] })).toEqual({ outcome: 'held' });
  expect(await slot()).toBe(at);
  const [held] = await rowsOf<{ message: string }>('select message from quarantined_leads');
  expect(held?.message).toMatch(/^Asked for a consultation: .*\n\nBuy$/s);
  expect(await rowsOf('select from private.outbox')).toEqual([]);
});

test('B-111 one network address books three times a day, one mail address three coming calls', async () => {
  const outcomes: string[] = [];
  for (const n of [0, 1, 2, 3]) {
    const { outcome } = await book(await slot(), { email: `n${n}@lind.example` });
    outcomes.push(outcome);
  }
  for (const n of [0, 1, 2, 3])
    outcomes.push((await book(await slot(), {}, { address: `${n}`.repeat(32) })).outcome);
  const row = ['booked', 'booked', 'booked', 'held'];
  expect(outcomes).toEqual([...row, ...row]);
});

test('B-36 only the assignee is notified of a booking of their lead', async () => {
  await database.query(`insert into leads (name, email, assignee_id)
    select 'Bo', 'bo@lind.example', id from auth.users where email = 'agent@fairlead.example'`);
  await book(await slot());
  const [digest, ...others] = (await claim()).filter(({ kind }) => kind === 'digest');
  expect([digest?.to_address, digest?.names, others]).toEqual(['agent@fairlead.example', ['Bo'], []]);
  const { entries } = await createOutboxCalls(database).digestOf(digest);
  expect(entries).toMatchObject([{ kinds: ['booking'], call: { state: 'booked' } }]);
});

test('B-36 without a decision it is open only in local mode', async () => {
  await database.query('update booking_settings set is_open = null');
  expect(await call('visitor', 'booking_is_open()')).toBe(false);
  expect(await catchErrorCode(book(await slot().then((at) => at || '2027-01-04 15:00+00')))).toBe('PT404');
  await database.query('update settings set local_mode = true');
  expect(await call('visitor', 'booking_is_open()')).toBe(true);
  await database.query('update settings set local_mode = false');
});
