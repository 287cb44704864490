import { beforeEach, expect, test } from 'vitest';
import { readAuditEntries, readDatabaseTime } from './audit-entries.ts';
import { createBookingCalls } from './create-booking-calls.ts';
import { resetToOneLead, queuedMailLeadId } from './queued-mail.ts';
import { testAccounts, catchErrorCode, setUpTestDatabase } from './test-database.ts';

const database = setUpTestDatabase();
const { begin, rowsOf, slot, book, call, claim } = createBookingCalls(database);

beforeEach(async () => {
  await begin();
  await resetToOneLead(database);
});

const bookForLead = (at: string, caller: 'agent' | 'editor' | 'visitor' = 'agent') =>
  call<string>(caller, 'book_for_lead($1, $2)', [queuedMailLeadId, at]);

test('B-125 a colleague books a free time for a lead, also where visitors cannot: one mail with its link, in the audit log, and the wait ends', async () => {
  const at = await slot(60);
  await database.query('update booking_settings set is_open = false');
  const since = await readDatabaseTime(database);
  const booking = await bookForLead(at);
  expect(await bookForLead(at)).toBe(booking);
  const mails = await claim();
  expect(mails.map(({ kind, to_address: to }) => `${kind} ${to}`)).toEqual([
    'booking-booked ana@roy.example',
  ]);
  const details = mails[0]?.details;
  expect(details).toMatchObject({ booking, byStaff: true });
  expect(await call('visitor', 'cancel_consultation($1)', [details?.['token']])).toBe('cancelled');
  expect((await readAuditEntries(database, since)).map((entry) => Object.values(entry).join(' '))).toContain(
    'Agent Person created bookings',
  );
  expect(await rowsOf('select from leads_needing_reply')).toEqual([]);
});

test('B-125 no time is given twice: not one that is taken, blocked, past, far away or outside business hours', async () => {
  const at = await slot(60);
  await book(at);
  const [times] = await rowsOf<{ blocked: string; night: string; past: string }>(
    `select ($1::timestamptz + interval '1 day')::text as blocked,
       ($1::timestamptz::date + interval '3 hours')::text as night, (now() - interval '1 day')::text as past`,
    [at],
  );
  await database.query(
    `insert into booking_blocks (starts_at, ends_at) values ($1, $1::timestamptz + interval '8 hours')`,
    [times?.blocked],
  );
  for (const wrong of [at, ...Object.values(times ?? {}), '2099-01-05 15:00+00', 'infinity', null])
    expect(await catchErrorCode(bookForLead(wrong as string))).toBe('P0001');
  const free = await slot(70);
  const other = '1ead0000-0000-4000-8000-000000000002';
  await database.query(`insert into leads (id, name, email) values ($1, 'Cy Dow', 'cy@dow.example')`, [
    other,
  ]);
  const sessions = await Promise.all([database.open(), database.open()]);
  const outcomes = await Promise.allSettled(
    sessions.map((session, i) =>
      database.call('agent', 'select book_for_lead($1, $2)', [i ? queuedMailLeadId : other, free], {
        session,
      }),
    ),
  );
  expect(outcomes.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
  for (const caller of ['editor', 'visitor'] as const)
    expect(await catchErrorCode(bookForLead(free, caller))).toBe('42501');
});

test('B-125 a lead without an address gets a call and no mail; an erased one gets none', async () => {
  await database.query(
    `update leads set email = null, phone = '416 555 0100', origin = 'staff', channel = 'phone', asked_for_contact = true`,
  );
  const booking = await bookForLead(await slot(60));
  await call('agent', 'move_booking($1, $2)', [booking, await slot(70)]);
  await call('agent', 'cancel_booking($1)', [booking]);
  expect(await rowsOf('select from private.outbox')).toEqual([]);
  await database.query('select private.erase_leads(array[$1::uuid])', [queuedMailLeadId]);
  expect(await catchErrorCode(bookForLead(await slot(80)))).toBe('P0001');
});

test('B-126 changes of a consultation by colleagues are in the thread with their names, do not count as notes, and need no reply', async () => {
  const booking = await bookForLead(await slot(60));
  await call('agent', 'move_booking($1, $2)', [booking, await slot(70)]);
  await call('agent', 'cancel_booking($1)', [booking]);
  const events = await rowsOf<{ note: string; author_id: string; is_event: boolean }>(
    'select note, author_id, is_event from lead_notes order by created_at',
  );
  expect(events.map(({ note }) => note.replace(/(for|to|:) .*/, '$1'))).toEqual([
    'Consultation booked for',
    'Consultation moved to',
    'Consultation cancelled:',
  ]);
  expect(events.every((event) => event.is_event && event.author_id === testAccounts.agent)).toBe(true);
  const work = `(select jsonb_build_array(notes, is_unread, waiting_since) from lead_work(array[$1::uuid]))`;
  expect(await call('owner', work, [queuedMailLeadId])).toEqual([0, true, null]);
  expect(await rowsOf('select from lead_messages')).toEqual([]);
});
