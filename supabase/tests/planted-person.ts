// Inserts one person in every place that can contain text. erase-person.test.ts fails if a column that is listed as
// `row` or `words` in private.personal_data is missing here.
import { leadFieldNames } from '../../site/app/lead/lead-fields.ts';
import type { TestDatabase } from './test-database.ts';

export const plantedPerson = {
  name: 'Perpetua Zzyzxova',
  email: 'perpetua@zzyzxova.example',
  phone: '+1 (416) 555-0142',
  /** As other people write it. */
  words: 'Ask PERPETUA@zzyzxova.example or 416.555.0142',
  customer: 'cus_Zzyzxova',
  leadId: '1ead0000-0000-4000-8000-0000000000f1',
} as const;

/** Texts that identify the person; the last is the end of their lead's id. */
const traces = ['zzyzx', '555-0142', '555.0142', '5550142', '8000-0000000000f1'];

export const otherPerson = {
  leadId: '1ead0000-0000-4000-8000-0000000000f2',
  email: 'joan@maple.example',
} as const;

/** Fields of the form that are not named below. */
export const furtherLeadFields = leadFieldNames.filter(
  (name) => !['name', 'email', 'company', 'phone', 'message'].includes(name),
);

const leadColumns = `id, name, email, company, phone, message, status, stripe_customer_id, content_hash, source_path,
  address_hash, network_hash, landing_path, campaign_medium, campaign_name, consent_text, consent_version, consent_at,
  score_reasons, referrer_host, campaign_source, service_name, origin${furtherLeadFields.map((name) => `, ${name}`).join('')}`;

export async function plantPerson(database: TestDatabase): Promise<void> {
  const { name, email, phone, words, customer, leadId } = plantedPerson;
  const lead = (id: string, status: string) => [
    id,
    name,
    email,
    'Zzyzxova Ltd',
    phone,
    words,
    status,
    customer,
    'hash-zzyzx',
    '/contact-zzyzx',
    'address-zzyzx',
    'network-zzyzx',
    '/landing-zzyzx',
    'medium-zzyzx',
    'name-zzyzx',
    'I agree, zzyzx',
    'zzyzx.1',
    ['zzyzx'],
  ];
  const values = (referrer: string) =>
    `($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, now(), $18, '${referrer}', 'spring',
      'Search', 'api'${furtherLeadFields.map(() => `, 'zzyzx'`).join('')})`;
  await database.query(
    `insert into leads (${leadColumns}) values ${values('news.example')}`,
    lead(leadId, 'new'),
  );
  await database.query(
    `insert into quarantined_leads (${leadColumns}) values ${values('zzyzx.example')}`,
    lead('1ead0000-0000-4000-8000-0000000000f3', 'new'),
  );
  await database.query(
    `insert into private.quarantined_messages (id, lead_id, message) values ('1ead0000-0000-4000-8000-0000000000f3', $1, $2)`,
    [leadId, words],
  );
  // A lead of another person that mentions them, with a reply of staff.
  await database.query(
    `insert into leads (id, name, email, company, phone, message) values ($1, 'Joan', $2, $3, '604-555-0100', $3)`,
    [otherPerson.leadId, otherPerson.email, words],
  );
  // Each field separately: if it is not in the table's index of contact_keys, a search misses it.
  for (const field of furtherLeadFields)
    await database.query(`insert into leads (name, email, ${field}) values ('Joan', $1, '416.555.0142')`, [
      otherPerson.email,
    ]);
  await database.query(
    `insert into lead_messages (lead_id, message, sender_type, transport_id, delivery_problem, delivery_state)
     values ($1, $3, 'admin', $3, $3, 'failed'), ($2, $3, 'admin', $3, $3, 'recorded')`,
    [otherPerson.leadId, leadId, words],
  );
  await database.query(`insert into lead_notes (lead_id, note) values ($1, $3), ($2, $3)`, [
    otherPerson.leadId,
    leadId,
    words,
  ]);
  await database.query(
    `insert into private.outbox (kind, message_id, lead_id, in_order_at)
     select 'reply', id, lead_id, created_at from lead_messages where lead_id = $1`,
    [leadId],
  );
  await database.query(
    `select private.queue_mail('received', lead => id, details => jsonb_build_object('words', $3::text))
     from leads where id in ($1, $2)`,
    [otherPerson.leadId, leadId, words],
  );
  await database.query(
    `insert into bookings (lead_id, starts_at, ends_at, held_until, address_hash)
     values ($1, '2027-03-01 15:00+00', '2027-03-01 15:30+00', '2027-03-01 15:45+00', 'address-zzyzx')`,
    [leadId],
  );
  await database.query(
    `insert into booking_blocks (starts_at, ends_at, reason) values ('2027-03-02 15:00+00', '2027-03-02 16:00+00', $1)`,
    [words],
  );
  await database.query(
    `insert into accessibility_feedback (message, page, name, reply_to, response, responded_at)
     values ($1, $1, $2, $3, $1, now()), ($1, '/contact', null, null, null, null)`,
    [words, name, phone],
  );
  await database.query(
    `insert into privacy_requests (kind, contact, note, done_on, response) values ('access', $1, $2, current_date, $2)`,
    [email, words],
  );
  await database.query(
    `insert into privacy_incidents (what, whose, is_serious, risk, told, told_on)
     values ($1, $1, false, $1, $1, current_date)`,
    [words],
  );
  await database.query(
    `with of_person as (
       insert into received_mails (state, reason, way, from_address, from_name, subject, body, mail_id, size_bytes, content_key)
       values ('triage', 'unknown-sender', 'imap', $1, $2, $3, $3, $1, 9, repeat('0', 64)),
         ('triage', 'unknown-sender', 'imap', 'joan@maple.example', $3, $3, $3, $3, 9, repeat('1', 64))
       returning id
     ), files as (
       insert into received_files (mail_id, part, name, media_type, size_bytes)
       select id, 0, $3, 'text/plain', 9 from of_person
     )
     insert into private.mail_parts (mail_id, part, bytes) select id, 0, convert_to($3, 'UTF8') from of_person`,
    [email, name, words],
  );
  await database.query(`insert into canned_replies (name, body) values ($1, $1)`, [words]);
  await database.query(
    `insert into saved_views (account_id, name, query) select user_id, left($1, 40), 'search=' || $2 from staff where role = 'owner'`,
    [email, encodeURIComponent(email)],
  );
  await database.query(`insert into missed_paths (path) values ('/of/perpetua%40zzyzxova.example')`);
  await database.query(
    `insert into content_autosaves (account_id, kind, record_id, step, draft_id, typed_at, device_name, draft)
     select user_id, 'posts', gen_random_uuid(), 1, gen_random_uuid(), now(), 'Firefox', jsonb_build_object('values', jsonb_build_object('body', $1::text))
     from staff where role = 'owner'`,
    [words],
  );
  await database.query(
    `insert into content_versions (kind, record_id, version, record, findings)
     values ('posts', gen_random_uuid(), 1, jsonb_build_object('body', $1::text, 'list', jsonb_build_array($1::text, 4165550142)),
       jsonb_build_array(jsonb_build_object('rule', 'capitals', 'words', $1::text, 'nth', 0, 'help', '', 'reason', $1::text)))`,
    [words],
  );
  await database.query(
    `insert into deleted_content (kind, record_id, name, slug, was_published, record, belongings)
     values ('posts', gen_random_uuid(), $1, 'gone', true, jsonb_build_object('body', $1::text), jsonb_build_array($1::text))`,
    [words],
  );
  await database.query(
    `insert into posts (slug, title, body, is_published) values ('kept', 'Kept', $1, true)`,
    [words],
  );
  const owner = await database.value<string>(`select user_id from staff where role = 'owner'`);
  await database.query(
    `insert into private.staff_mail (colleague_id, problem, failed_at) values ($1, $2, now())`,
    [owner, words],
  );
  await database.query(
    `insert into private.outbox (kind, colleague_id, details)
     values ('backup-problem', $1, jsonb_build_object('problem', $2::text))`,
    [owner, words],
  );
  await database.query(
    `insert into auth.users (id, email, phone, email_confirmed_at, raw_user_meta_data)
     values (gen_random_uuid(), $1, '14165550142', now(), jsonb_build_object('full_name', $2::text))`,
    [email, name],
  );
  await database.query(
    `insert into audit_log (area, action, kind, record_id) values ('leads', 'status', 'leads', $1)`,
    [leadId],
  );
  await database.query(
    `insert into realtime.messages (topic, extension, payload, event) values ('t', 'broadcast', jsonb_build_object('words', $1::text), 'e')`,
    [words],
  );
}

/** Columns whose text names the person, as `schema.table column`. */
export async function findPersonTraces(database: TestDatabase): Promise<string[]> {
  const columns = await database.query<{ table_name: string; value: string; name: string }>(
    `select table_name, case when atttypid = 'bytea'::regtype then format('encode(t.%I, ''escape'')', column_name)
       else format('t.%I::text', column_name) end as value, column_name as name
     from private.personal_data join pg_attribute on attrelid = to_regclass(table_name) and attname = column_name
     order by 1, 3`,
  );
  const pattern = traces.map((trace) => trace.replaceAll('.', String.raw`\.`)).join('|');
  const found: string[] = [];
  for (const { table_name: table, value, name } of columns) {
    const rows = await database.query(`select from ${table} as t where ${value} ~* $1 limit 1`, [pattern]);
    if (rows.length > 0) found.push(`${table} ${name}`);
  }
  return found;
}
