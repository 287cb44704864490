// Fills the inbox like after some years, with triggers disabled: they take minutes, and the rows already have the state
// that they would set.
import { testAccounts, type TestDatabase } from './test-database.ts';

/**
 * Leads from `first` to `last`, each a minute older than the one before, with four messages; 200 mails, 300 follow-ups
 * and 50 notes per thousand. The owner has half of them and the editor the rest, except those that are not interested.
 */
export async function fillInbox(database: TestDatabase, first: number, last: number): Promise<void> {
  const indexes = await dropIndexes(database, ['leads', 'lead_messages']);
  await database.query('set session_replication_role = replica');
  const span = [first, last];
  await database.query(
    `insert into leads (id, name, email, company, phone, message, status, assignee_id, created_at)
     select md5('lead ' || i)::uuid, 'Person ' || i, 'person' || i || '@company' || i % 5000 || '.example',
       case when i % 3 > 0 then 'Firm ' || i % 9000 end, '604-' || lpad(i::text, 7, '0'),
       repeat('We would like to know more. ', 4),
       (array['new', 'contacted', 'in_conversation', 'qualified', 'not_interested'])[1 + i % 5],
       case when i % 2 = 0 or i % 5 = 4 then '${testAccounts.owner}' else '${testAccounts.editor}' end::uuid, now() - i * interval '1 minute'
     from generate_series($1::integer, $2::integer) as i`,
    span,
  );
  await database.query(
    `insert into lead_messages (id, lead_id, message, sender_type, created_at, author_id, transport_id)
     select lpad(to_hex(i * 10 + n), 32, '0')::uuid, md5('lead ' || i)::uuid, repeat('Thank you. ', 4),
       case when n % 2 = 0 then 'admin' else 'lead' end, now() - i * interval '1 minute' + n * interval '1 second',
       case when n % 2 = 0 then '${testAccounts.owner}'::uuid end, '<' || i || '-' || n || '@mail.example>'
     from generate_series($1::integer, $2::integer) as i, generate_series(1, 4) as n`,
    span,
  );
  // Three of ten wait, and only the oldest of them are late.
  await database.query(
    `insert into leads_needing_reply (lead_id, since, lead_at, assignee_id, status, target_at, escalate_at)
     select id, created_at, created_at, assignee_id, status, now() + interval '1 day', now() + interval '1 day'
     from leads where substr(name, 8)::integer between $1 and $2 and substr(name, 8)::integer % 10 < 3`,
    span,
  );
  await database.query(
    `insert into lead_follow_ups (lead_id, due_on, due_at, lead_at)
     select id, current_date + 5, now() + interval '5 days', created_at
     from leads where substr(name, 8)::integer between $1 and $2 and substr(name, 8)::integer % 10 between 3 and 5`,
    span,
  );
  await database.query(
    `insert into lead_notes (lead_id, note, author_id, mentions, created_at)
     select md5('lead ' || i)::uuid, 'They called back.', '${testAccounts.owner}', '{${testAccounts.editor}}', now() - i * interval '1 minute'
     from generate_series($1::integer, $2::integer) as i where i % 20 = 0`,
    span,
  );
  await database.query(
    `insert into lead_mentions (note_id, user_id, lead_id)
     select id, mentions[1], lead_id from lead_notes on conflict do nothing`,
  );
  await database.query(
    `insert into lead_reads (user_id, lead_id)
     select '${testAccounts.agent}', md5('lead ' || i)::uuid from generate_series($1::integer, $2::integer) as i`,
    span,
  );
  await database.query(
    `insert into received_mails (received_at, state, reason, way, lead_id, message_id, from_address, subject, body,
       size_bytes, mail_id, content_key)
     select now() - i * interval '1 minute', case when joined then 'joined' else state end, 'thread', 'imap',
       case when joined then md5('lead ' || i)::uuid end, case when joined then lpad(to_hex(i * 10 + 1), 32, '0')::uuid end,
       'person' || i || '@company' || i % 5000 || '.example', 'Hello', repeat('Thank you. ', 4), 2000,
       '<' || i || '-1@mail.example>', md5(i::text) || md5(i::text)
     from generate_series($1::integer, $2::integer) as i,
       lateral (select i % 10 > 0 as joined, (array['triage', 'machine', 'bounce', 'dismissed'])[1 + i / 10 % 4] as state) as kind
     where i % 5 = 0`,
    span,
  );
  await database.query(
    `insert into bookings (lead_id, starts_at, ends_at, held_until, state)
     select md5('lead ' || i)::uuid, at, at + interval '30 minutes', at + interval '45 minutes', 'booked'
     from generate_series($1::integer, $2::integer) as i, lateral (
       select date_trunc('hour', now()) + interval '7 days' - i / 20 * interval '3 hours' as at
     ) as hour
     where i % 20 = 0`,
    span,
  );
  await database.query('update booking_settings set is_open = true');
  await database.query('set session_replication_role = origin');
  for (const made of indexes) await database.query(made);
}

/**
 * Among the 30 oldest: three of the agent, three without an assignee, three due, and three with a note that names the
 * agent; nine are late.
 */
export async function addRareLeads(database: TestDatabase, last: number): Promise<void> {
  const oldest = `(select id from leads where substr(name, 8)::integer > ${last} - 30 and substr(name, 8)::integer % 10`;
  await database.query('set session_replication_role = replica');
  for (const sql of [
    `update leads set assignee_id = null where id in ${oldest} = 1)`,
    `update leads set assignee_id = '${testAccounts.agent}' where id in ${oldest} = 2)`,
    `update leads_needing_reply as waiting set assignee_id = leads.assignee_id, target_at = now() - interval '1 day'
     from leads where leads.id = waiting.lead_id and leads.id in ${oldest} in (0, 1, 2))`,
    `update lead_follow_ups set due_at = now() - interval '1 day' where lead_id in ${oldest} = 4)`,
    `insert into lead_notes (id, lead_id, note, mentions)
     select md5('note ' || id)::uuid, id, 'Can you call?', '{${testAccounts.agent}}' from leads where id in ${oldest} = 5)`,
    `insert into lead_mentions (note_id, user_id, lead_id)
     select id, '${testAccounts.agent}', lead_id from lead_notes where mentions = '{${testAccounts.agent}}'
     on conflict do nothing`,
  ])
    await database.query(sql);
  await database.query('set session_replication_role = origin');
  await database.query('vacuum analyze');
}

/** The older half of the waiting leads is late, and of the follow-ups due: thousands, of which hardly any is new. */
export async function makeOlderHalfOverdue(database: TestDatabase): Promise<void> {
  const older = `(select percentile_disc(0.5) within group (order by lead_at) from leads_needing_reply)`;
  await database.query('set session_replication_role = replica');
  await database.query(
    `update leads_needing_reply set target_at = now() - interval '1 day' where lead_at < ${older}`,
  );
  await database.query(
    `update lead_follow_ups set due_at = now() - interval '1 day' where lead_at < ${older}`,
  );
  await database.query('set session_replication_role = origin');
  await database.query('vacuum analyze leads_needing_reply, lead_follow_ups');
}

/** Drops the indexes of these tables, except unique ones; returns the statements that create them. */
export async function dropIndexes(database: TestDatabase, tables: string[]): Promise<string[]> {
  const rows = await database.query<{ name: string; made: string }>(
    `select indexname as name, indexdef as made from pg_indexes
     where schemaname = 'public' and tablename = any ($1) and indexdef not like 'CREATE UNIQUE%'`,
    [tables],
  );
  for (const { name } of rows) await database.query(`drop index public.${name}`);
  return rows.map(({ made }) => made);
}
