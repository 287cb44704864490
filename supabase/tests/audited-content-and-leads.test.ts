import { beforeEach, describe, expect, test } from 'vitest';
import { insertLead, readAuditEntries, readDatabaseTime } from './audit-entries.ts';
import { testAccounts, setUpTestDatabase } from './test-database.ts';

const database = setUpTestDatabase();
const { call, callError, callValue } = database;
let since: string;

beforeEach(async () => {
  since = await readDatabaseTime(database);
});

describe('B-80 content', () => {
  test('created, changed, published, taken back, put into the trash, restored and deleted for good', async () => {
    const id = await callValue('editor', `insert into posts (slug, title) values ('hi', 'Hi') returning id`);
    await call('editor', `update posts set excerpt = 'x', body = 'y' where id = $1`, [id]);
    await call('editor', `update posts set body = 'y' where id = $1`, [id]);
    await call('editor', `update posts set is_published = true where id = $1`, [id]);
    await call('owner', `update posts set is_published = false where id = $1`, [id]);
    await call(
      'editor',
      `update posts set is_published = true, published_at = now() + interval '1 day' where id = $1`,
      [id],
    );
    await call('editor', `delete from posts where id = $1`, [id]);
    await call('editor', `select restore_deleted('posts', $1)`, [id]);
    await call('editor', `delete from posts where id = $1`, [id]);
    await call('owner', `delete from deleted_content where record_id = $1`, [id]);
    const post_ = { who: 'Editor Person', kind: 'posts', name: 'Hi' };
    expect(await readAuditEntries(database, since)).toEqual([
      { ...post_, action: 'created' },
      { ...post_, action: 'changed', details: ['body', 'excerpt'] },
      expect.objectContaining({ ...post_, action: 'published' }),
      expect.objectContaining({ ...post_, who: 'Owner Person', action: 'unpublished' }),
      expect.objectContaining({ ...post_, action: 'scheduled' }),
      { ...post_, action: 'trashed' },
      { ...post_, action: 'restored' },
      { ...post_, action: 'trashed' },
      { ...post_, who: 'Owner Person', action: 'deleted' },
    ]);
  });

  test('a change that the database makes as a consequence of another has no entry', async () => {
    const app = await callValue('editor', `insert into apps (name, slug) values ('App', 'app') returning id`);
    await call(
      'editor',
      `insert into app_media (app_id, url) select $1, '/' || i || '.webp' from generate_series(1, 3) as i`,
      [app],
    );
    await call('editor', `update app_media set sort_order = 2 where app_id = $1`, [app]);
    await call('editor', `delete from apps where id = $1`, [app]);
    await call('editor', `select restore_deleted('apps', $1)`, [app]);
    await database.query(
      `insert into categories (id, name) values ('ca000000-0000-4000-8000-000000000001', 'Search')`,
    );
    await database.query(
      `insert into services (name, slug, category_id) values ('One', 'one', 'ca000000-0000-4000-8000-000000000001')`,
    );
    await call('editor', `delete from categories where name = 'Search'`);
    expect(await readAuditEntries(database, since)).toMatchObject([
      { action: 'created', kind: 'apps', name: 'App' },
      { action: 'created', kind: 'app_media', amount: 3 },
      { action: 'changed', kind: 'app_media', amount: 3 },
      { action: 'trashed', kind: 'apps', name: 'App' },
      { action: 'restored', kind: 'apps', name: 'App' },
      { action: 'deleted', kind: 'categories', name: 'Search' },
    ]);
  });

  test('many rows of one statement are one entry, and the secret key has no account', async () => {
    await call(
      'server',
      `insert into redirects (from_path, target) select '/old-' || i, '/' from generate_series(1, 500) as i`,
    );
    await call('server', `delete from redirects where from_path = '/old-7'`);
    expect(await readAuditEntries(database, since)).toEqual([
      { action: 'created', kind: 'redirects', amount: 500 },
      { action: 'deleted', kind: 'redirects', name: '/old-7' },
    ]);
  });

  test('changes of every table with versions are logged', async () => {
    const rows = await database.query(
      `select tgrelid::regclass as missing from pg_trigger where tgname = 'keep_version'
       and tgrelid not in (select tgrelid from pg_trigger where tgname = 'audit_changed')`,
    );
    expect(rows).toEqual([]);
  });
});

describe('B-80 leads', () => {
  test('a status, a correction and a deletion, but no counter of replies', async () => {
    const id = await insertLead(database, 'Ana Roy');
    await call('agent', `update leads set status = 'qualified' where id = $1`, [id]);
    await call('agent', `update leads set status = 'qualified', last_reply_at = now() where id = $1`, [id]);
    await call(
      'agent',
      `insert into lead_messages (lead_id, message, sender_type) values ($1, 'Hi', 'admin')`,
      [id],
    );
    await call('agent', `update leads set reply_count = 1 where id = $1`, [id]);
    await call('server', `update leads set name = 'Ana Royer' where id = $1`, [id]);
    await call('server', 'delete from leads where id = $1', [id]);
    expect(await readAuditEntries(database, since)).toEqual([
      { who: 'Agent Person', action: 'status', kind: 'leads', details: ['qualified'] },
      { action: 'changed', kind: 'leads', details: ['name'] },
      { action: 'deleted', kind: 'leads' },
    ]);
    const rows = await database.query(
      `select 1 from audit_log where record_id = $1 and audit_log::text ~* 'roy|@lead.example'`,
      [id],
    );
    expect(rows).toEqual([]);
  });

  test('a lead that a visitor sends has no entry', async () => {
    await call('visitor', `insert into leads (name, email) values ('Vi Sitor', 'vi@sitor.example')`);
    expect(await readAuditEntries(database, since)).toEqual([]);
    const rows = await database.query(
      `select tgname from pg_trigger where tgrelid = 'leads'::regclass and tgname like 'audit%' and tgtype & 4 > 0`,
    );
    expect(rows).toEqual([]);
  });

  test('leads whose status changes at once have one entry together', async () => {
    await database.query(
      `insert into leads (name, email) select 'Bulk ' || i, i || '@bulk.example' from generate_series(1, 21) as i`,
    );
    await call('agent', `update leads set status = 'contacted' where email like '%@bulk.example'`);
    await call('server', `delete from leads where email like '%@bulk.example'`);
    expect(await readAuditEntries(database, since)).toEqual([
      { who: 'Agent Person', action: 'status', kind: 'leads', amount: 21, details: ['contacted'] },
      { action: 'deleted', kind: 'leads', amount: 21 },
    ]);
  });

  test('moved out of possible spam, or deleted there; what expires is no entry', async () => {
    await database.query(
      `insert into quarantined_leads (id, name, email, created_at) values
         ('1ead0000-0000-4000-8000-00000000000a', 'Di Spam', 'di@spam.example', now()),
         ('1ead0000-0000-4000-8000-00000000000b', 'Ed Spam', 'ed@spam.example', now()),
         ('1ead0000-0000-4000-8000-00000000000c', 'Old Spam', 'old@spam.example', now() - interval '25 months')`,
    );
    await call('agent', `select restore_quarantined_lead('1ead0000-0000-4000-8000-00000000000a')`);
    await call('server', `delete from quarantined_leads where email = 'ed@spam.example'`);
    await call('server', 'select delete_expired_rows()');
    expect(await readAuditEntries(database, since)).toEqual([
      { who: 'Agent Person', action: 'restored', kind: 'leads' },
      { action: 'deleted', kind: 'quarantined_leads' },
    ]);
  });

  test('do not contact, without the address, and reports of barriers', async () => {
    const id = await insertLead(database, 'Bo Lind');
    await call('agent', 'select set_do_not_contact($1, true)', [id]);
    await call('agent', 'select set_do_not_contact($1, false)', [id]);
    await call('visitor', `insert into accessibility_feedback (message) values ('A barrier')`);
    await call('agent', `update accessibility_feedback set response = 'Mended'`);
    await call('owner', `delete from accessibility_feedback`);
    expect(await readAuditEntries(database, since)).toEqual([
      { who: 'Agent Person', action: 'refused', kind: 'do_not_contact' },
      { who: 'Agent Person', action: 'allowed', kind: 'do_not_contact' },
      { who: 'Agent Person', action: 'answered', kind: 'accessibility_feedback' },
      { who: 'Owner Person', action: 'deleted', kind: 'accessibility_feedback' },
    ]);
  });

  test('a person who is erased is one entry, and their leads are not named any more', async () => {
    const id = await insertLead(database, 'Er Ased');
    await call('agent', `update leads set status = 'contacted' where id = $1`, [id]);
    await call('owner', `select erase_person(array['er.ased@lead.example'])`);
    expect(await readAuditEntries(database, since)).toEqual([
      { who: 'Agent Person', action: 'status', kind: 'leads', details: ['contacted'] },
      { who: 'Owner Person', action: 'erased', kind: 'person' },
    ]);
    expect(await database.query('select from audit_log where record_id = $1', [id])).toEqual([]);
  });

  test('an export, before its first row, by those who may read leads', async () => {
    await call('agent', `select record_leads_export('new', false)`);
    await call('owner', `select record_leads_export(null, true)`);
    expect(await readAuditEntries(database, since)).toEqual([
      {
        who: 'Agent Person',
        action: 'exported',
        kind: 'leads',
        amount: expect.any(Number),
        details: ['new'],
      },
      { who: 'Owner Person', action: 'exported', kind: 'leads' },
    ]);
    expect(await callError('editor', 'select record_leads_export()')).toBe('42501');
    expect(await callError('visitor', 'select record_leads_export()')).toBe('42501');
  });

  const record = 'select record_reads($1)';

  async function readRows(
    account: string | null,
    relation: string,
    rows: number,
    hoursAgo = 0,
  ): Promise<void> {
    const hour = new Date(Date.now() - hoursAgo * 3_600_000).toISOString();
    const read = { account, relation, rows, hour, address: '203.0.113.7' };
    await call('server', record, [JSON.stringify([read])]);
  }

  test('B-266 an entry at once when an hour has 500 rows of a table, and when it has 5,000', async () => {
    for (let page = 0; page < 51; page += 1) await readRows(testAccounts.agent, 'leads', 100);
    await readRows(null, 'leads', 499);
    await readRows(null, 'lead_messages', 20_000);
    expect(await readAuditEntries(database, since)).toEqual([
      { who: 'Agent Person', action: 'read', kind: 'leads', amount: 500 },
      { who: 'Agent Person', action: 'read', kind: 'leads', amount: 5000 },
      { action: 'read', kind: 'lead_messages', amount: 20_000 },
    ]);
    expect(await callError('owner', record, ['[]'])).toBe('42501');
    expect(await callError('agent', record, ['[]'])).toBe('42501');
  });

  test('B-266 the true amounts when the hour has ended, once, for each account, also of a deleted one', async () => {
    const gone = '00000000-0000-4000-8000-00000000dead';
    const before = await readDatabaseTime(database);
    await database.query('delete from private.read_counts');
    const ended = `date_trunc('hour', now()) - interval '2 hours'`;
    await database.query(
      `insert into private.read_counts (account_id, hour, relation, total, network) values
         ($1, ${ended}, 'leads', 4899, '203.0.113.0/24'), ($1, ${ended}, 'lead_messages', 3, null),
         ($2, ${ended}, 'profiles', 1, null), (null, date_trunc('hour', now()), 'leads', 1, null)`,
      [testAccounts.agent, gone],
    );
    await Promise.all(
      [1, 2].map(async () => {
        const session = await database.open();
        await call('server', record, ['[]'], { session });
      }),
    );
    await call('server', record, ['[]']);
    const entries = await database.query(
      `select account_id, account_name, account_email as email, network, amount, details from audit_log
       where action = 'read_hour' and created_at between $1::timestamptz - interval '3 hours' and $1 order by amount desc`,
      [before],
    );
    expect(entries).toEqual([
      {
        account_id: testAccounts.agent,
        account_name: 'Agent Person',
        email: 'agent@fairlead.example',
        network: '203.0.113.0/24',
        amount: 4902,
        details: ['leads 4899', 'lead_messages 3'],
      },
      {
        account_id: gone,
        account_name: null,
        email: null,
        network: null,
        amount: 1,
        details: ['profiles 1'],
      },
    ]);
    expect(await database.column('select relation from private.read_counts')).toEqual(['leads']);
  });

  test('B-266 rows read by an account through several servers are added up in one entry', async () => {
    await database.query('delete from private.read_counts');
    const read = {
      account: testAccounts.viewer,
      relation: 'profiles',
      rows: 3,
      hour: new Date().toISOString(),
    };
    const sessions = await Promise.all(Array.from({ length: 4 }, () => database.open()));
    await Promise.all(
      sessions.map(async (session) => {
        for (let round = 0; round < 20; round += 1)
          await call('server', record, [JSON.stringify([read, { ...read, relation: 'leads' }])], { session });
      }),
    );
    expect(await database.column('select total::int from private.read_counts order by relation')).toEqual([
      240, 240,
    ]);
  });

  test('B-265 tables with rows of people are counted, content and its versions are not', async () => {
    const tables = await call<{ counted_tables: string }>('server', 'select counted_tables()');
    const names = tables.map((row) => row.counted_tables);
    expect(names).toEqual(
      expect.arrayContaining([
        'public.leads',
        'public.received_mails',
        'public.profiles',
        'private.mail_parts',
        'auth.users',
      ]),
    );
    for (const content of ['posts', 'services', 'content_versions', 'deleted_content', 'agency_settings'])
      expect(names).not.toContain(`public.${content}`);
    expect(await callError('owner', 'select counted_tables()')).toBe('42501');
  });

  test('B-267 a session of the database login for programs has an entry', async () => {
    await database.query('insert into backend.direct_sessions default values');
    expect(await readAuditEntries(database, since)).toEqual([{ action: 'opened', kind: 'database' }]);
  });

  test('looking up a person and exporting their data have entries', async () => {
    await call('owner', `select find_person('{"nobody@bulk.example"}')`);
    await call('owner', 'select record_person_export()');
    expect(await readAuditEntries(database, since)).toEqual([
      { who: 'Owner Person', action: 'read', kind: 'person' },
      { who: 'Owner Person', action: 'exported', kind: 'person' },
    ]);
    expect(await callError('agent', 'select record_person_export()')).toBe('42501');
  });
});
