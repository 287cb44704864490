import { beforeAll, expect, test } from 'vitest';
import { countPagesRead, explain } from './count-pages-read.ts';
import { setUpTestDatabase } from './test-database.ts';

const database = setUpTestDatabase();

beforeAll(async () => {
  // Rows like after a year; their triggers and the search indexes are irrelevant here and take minutes.
  await database.query(`
    drop index leads_search, leads_search_short, leads_newest, leads_newest_by_status, leads_service, leads_assignee,
      leads_content, leads_address, leads_network, leads_from_api, leads_kept, leads_contacts;
    set session_replication_role = replica;
    insert into leads (name, email, phone, message, created_at)
    select 'Person ' || i, 'person' || i || '@company' || i % 5000 || '.example', '604-555-' || lpad((i % 10000)::text, 4, '0'),
      'Hello, ' || repeat('we sell bicycles and look for help. ', 6), now() - i * interval '1 minute'
    from generate_series(1, 100000) as i;
    set session_replication_role = origin;
    analyze leads;`);
}, 120_000);

test('B-71 a person is found through indexes, at 100,000 leads', async () => {
  const plan = await explain(
    database,
    `select leads.id from leads where lower(leads.email) = any (array['nobody@here.example'])
     union
     select leads.id from leads
     where leads.phone is not null and private.phone_digits(leads.phone) = any (array['4165550142'])`,
  );
  expect(plan).toContain('leads_email');
  expect(plan).toContain('leads_phone');
  expect(plan).not.toContain('Seq Scan');
  // Uses the query from the function's body.
  const body = await database.value<string>(
    `select prosrc as body from pg_proc where proname = 'lead_ids_of'`,
  );
  expect(body).toContain('lower(leads.email) = any (wanted.emails)');
  expect(body).toContain('private.phone_digits(leads.phone) = any (wanted.phones)');
});

test('B-115 a text in which a person is found has a key of theirs', async () => {
  const spellings = [
    'perpetua@zzyzx.example',
    'Write to PERPETUA@ZZYZX.EXAMPLE.',
    'mailto:perpetua%40zzyzx.example?subject=a@b',
    'to@perpetua@zzyzx.example.com',
    '(perpetua@zzyzx.example)\n416',
    "o'brien+news@mail-2.example",
    "O’Brien: <o'brien+news@MAIL-2.example>,",
    '+1 (416) 555-0142',
    'call 416.555.0142 or 604 555 0100',
    '14165550142',
    'Order 77: 2026-11-23 416 555\n0142, please',
    '5550142',
    '+44 20 7946 0958',
    'tel:+442079460958',
  ];
  const rows = await database.query<{ text: string; is_named: boolean; has_key: boolean }>(
    `with wanted as (
       select private.read_contacts(array['perpetua@zzyzx.example', 'o''brien+news@mail-2.example', '416-555-0142',
         '555-0142', '+44 20 7946 0958']) as contacts
     )
     select text, text ~* private.contact_pattern(contacts) as is_named,
       private.contact_keys(text) && private.contact_keys(variadic (contacts).emails || (contacts).phones) as has_key
     from wanted, unnest($1::text[]) as text`,
    [spellings],
  );
  expect(rows.filter(({ is_named: named, has_key: key }) => !named || !key)).toEqual([]);
  const keys = await database.value<string[]>(
    `select private.contact_keys('We have 12 shops since 1999, open 9-17, for $1,200.50.') as keys`,
  );
  expect(keys).toEqual([]);
});

test('B-104 the other requests of the persons of a page are read through indexes, at 100,000 leads', async () => {
  // Half of the page is from a person who wrote 5,000 times.
  const before = `
    set local session_replication_role = replica;
    update leads set email = 'often@writes.example' where substr(name, 8)::integer between 50001 and 55000;
    set local session_replication_role = origin;`;
  const page = await database.query<{ id: string }>(
    `select id from leads where substr(name, 8)::integer between 49976 and 50025 order by substr(name, 8)::integer`,
  );
  const ids = `array['${page.map(({ id }) => id).join("', '")}']::uuid[]`;
  await database.as(
    'owner',
    async (session) => {
      const rows = await session.column<number>(`select total from related_leads(${ids})`);
      expect(new Set(rows)).toEqual(new Set([9, 101]));
      // The table has more than 2,000 pages, so a scan for each lead would read 100,000.
      expect(await countPagesRead(session, `select * from related_leads(${ids})`)).toBeLessThan(12_000);
      expect(await countPagesRead(session, `select * from person_leads('${page.at(-1)?.id}')`)).toBeLessThan(
        1_000,
      );
      expect(
        await countPagesRead(session, `select * from known_requests('often@writes.example', '604-555-0007')`),
      ).toBeLessThan(1_000);
    },
    { before },
  );
});

test('B-107 B-106 the page of a conversation and the mail that a request arrived read a few pages, at 100,000 leads', async () => {
  const rows = await database.query<{ id: string }>(`select id from leads order by created_at limit 1`);
  await database.as(
    'server',
    async (session) => {
      const token = await session.value<string>(
        `select conversation_for_mail('${rows[0]?.id}') ->> 'token' as token`,
      );
      await session.query('reset role');
      const read = `select read_conversation('${token}')`;
      const send = `select answer_conversation('${token}', md5(random()::text))`;
      // warms up what the functions look up once per session
      for (const sql of [read, send]) await session.query(sql);
      expect(await countPagesRead(session, read)).toBeLessThan(200);
      expect(await countPagesRead(session, send)).toBeLessThan(1_000);
    },
    {
      before: `
        set local session_replication_role = replica;
        insert into lead_messages (lead_id, message, sender_type) select id, 'Hello', 'lead' from leads limit 20000;
        insert into leads_needing_reply (lead_id, since) select lead_id, now() from lead_messages;
        set local session_replication_role = origin;`,
    },
  );
});
