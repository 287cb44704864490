import { expect, test } from 'vitest';
import { isWholeMatrix } from '@fairlead/backend/testing/target';
import { testAccounts, setUpTestDatabase } from './test-database.ts';

const database = setUpTestDatabase();
/** A month in `npm run audit -- tests`, otherwise a week and a day. */
const days = isWholeMatrix ? 30 : 8;

interface Sent {
  to: string;
  day: string;
  at: Date;
  names: string[];
}

/** Sends what is due at that time. */
async function sendDue(at: string): Promise<Sent[]> {
  await database.query('select private.queue_digests($1)', [at]);
  const rows = await database.query<Sent>(
    `select colleague_id as to, private.business_day($1)::text as day, $1::timestamptz as at,
       array(select jsonb_array_elements(staff_digest(id) -> 'entries') ->> 'name') as names
     from private.outbox where kind = 'digest'`,
    [at],
  );
  await database.query(`select private.settle_mail(outbox, 'sent', null) from private.outbox`);
  return rows;
}

/** Causes a lead, answer, booking or email, most of them in business hours and some at night. */
async function cause(event: number, at: string): Promise<string> {
  const name = `Person ${event}`;
  if (event % 10 === 9) {
    await database.query(
      `with received as (
         insert into received_mails (state, reason, way, from_address, from_name, size_bytes, content_key, received_at)
         values ('triage', 'unknown-sender', 'imap', 'cy@dow.example', $1::text, 9, encode(sha256($1::text::bytea), 'hex'), $2)
         returning id
       )
       select private.notify_staff('mail', null, null, id) from received`,
      [name, at],
    );
    return name;
  }
  const assignee = event % 3 === 0 ? testAccounts.agent : null;
  const id = await database.value<string>(
    `insert into leads (name, email, created_at, assignee_id) values ($1, 'bo@lind.example', $2, $3) returning id`,
    [name, at, assignee],
  );
  if (event % 10 === 8)
    await database.query(
      `insert into bookings (lead_id, starts_at, ends_at, held_until)
       select $1, at, at + interval '30 minutes', at + interval '45 minutes'
       from (select $2::timestamptz + interval '3 days' as at) as call on conflict do nothing`,
      [id, at],
    );
  await database.query('select private.notify_staff($1, $2)', [
    event % 10 === 8 ? 'booking' : event % 2 === 0 ? 'lead' : 'answer',
    id,
  ]);
  return name;
}

test('G-36 B-250 with 20 events a day at most five mails for each person and day, and everyone who waits is named by the next morning', async () => {
  const hours = [1, 5, 8, 9, 9, 10, 10, 10, 11, 11, 12, 13, 13, 14, 14, 15, 16, 16, 18, 21];
  const caused = new Map<string, { at: Date; hour: number }>();
  const sent: Sent[] = [];
  for (let day = 0; day <= days; day++)
    for (let hour = 0; hour < (day < days ? 24 : 9); hour++) {
      const at = await database.value<string>(
        `select ((date_trunc('day', now() at time zone zone) - interval '40 days' + make_interval(days => $1, hours => $2))
           at time zone zone)::text as at from private.business_settings()`,
        [day, hour],
      );
      for (const [index, when] of hours.entries())
        if (when === hour && day < days)
          caused.set(await cause(day * 20 + index, at), { at: new Date(at), hour });
      const mails = await sendDue(at);
      sent.push(...mails);
      // replies to the leads that were named, so that none escalates
      await database.query(
        `insert into lead_messages (lead_id, message, sender_type, created_at)
         select id, 'Hello', 'admin', $2 from leads where name = any ($1)`,
        [mails.flatMap(({ names }) => names), at],
      );
      await database.query(`update received_mails set state = 'dismissed' where from_name = any ($1)`, [
        mails.flatMap(({ names }) => names),
      ]);
    }
  const perDay = new Map<string, number>();
  for (const { to, day } of sent) perDay.set(`${to} ${day}`, (perDay.get(`${to} ${day}`) ?? 0) + 1);
  expect(Math.max(...perDay.values())).toBeLessThanOrEqual(5);
  expect(perDay.size).toBeGreaterThanOrEqual(2 * days - 2);
  const firstNamed = new Map<string, Date>();
  for (const { names, at } of sent)
    for (const name of names) if (!firstNamed.has(name)) firstNamed.set(name, at);
  const waits = [...caused].map(([name, { at, hour }]) => ({
    hour,
    hours: ((firstNamed.get(name)?.getTime() ?? Infinity) - at.getTime()) / 3_600_000,
  }));
  expect(waits).toHaveLength(20 * days);
  // from the fifth mail after 17:00 until 8:00; an hour more when clocks are set back
  expect(Math.max(...waits.map(({ hours: waited }) => waited))).toBeLessThanOrEqual(15);
  const byDay = waits.filter(({ hour }) => hour >= 8 && hour < 17);
  expect(Math.max(...byDay.map(({ hours: waited }) => waited))).toBeLessThanOrEqual(3);
}, 120_000);
