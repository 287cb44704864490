import { beforeEach, expect, test } from 'vitest';
import { testAccounts, setUpTestDatabase, type CallerName } from './test-database.ts';

const database = setUpTestDatabase();
const { call, callError, callValue } = database;
const one = '50000000-0000-4000-8000-000000000001';
const folder = 'ab000000-0000-4000-8000-000000000001';

beforeEach(async () => {
  await database.query('delete from services');
  await database.query('delete from deleted_content');
  await call('editor', `insert into services (id, name, slug) values ('${one}', 'One', 'one')`);
});

interface Version {
  version: number;
  account_id: string | null;
  account_name: string | null;
  changed: string[];
  name: string;
}

async function versions(): Promise<Version[]> {
  return database.query<Version>(
    `select version, account_id, account_name, changed, record ->> 'name' as name
     from content_versions where record_id = $1 order by version`,
    [one],
  );
}

test('B-62 each save adds a version with author, changed columns and record; a save that changes nothing adds none', async () => {
  await call('owner', `update services set name = 'Two', short_pitch = 'New' where id = '${one}'`);
  await call('owner', `update services set name = 'Two' where id = '${one}'`);
  await call('server', `update services set slug = 'two' where id = '${one}'`);
  const editor = { account_id: testAccounts.editor, account_name: 'Editor Person' };
  const owner = { account_id: testAccounts.owner, account_name: 'Owner Person' };
  expect(await versions()).toEqual([
    { version: 1, ...editor, changed: [], name: 'One' },
    { version: 2, ...owner, changed: ['name', 'short_pitch'], name: 'Two' },
    { version: 3, account_id: null, account_name: null, changed: ['slug'], name: 'Two' },
  ]);
});

test('B-62 a version keeps the name that an account had then', async () => {
  await database.query(`update profiles set full_name = 'Later Name' where id = $1`, [testAccounts.editor]);
  expect((await versions())[0]?.account_name).toBe('Editor Person');
  await database.query(`update profiles set full_name = 'Editor Person' where id = $1`, [
    testAccounts.editor,
  ]);
});

test('B-62 two saves at the same time become two versions', async () => {
  const sessions = await Promise.all([database.open(), database.open()]);
  await Promise.all(
    sessions.map((session, i) =>
      call('editor', `update services set name = 'At once ${i}' where id = '${one}'`, [], {
        session,
      }),
    ),
  );
  expect((await versions()).map(({ version }) => version)).toEqual([1, 2, 3]);
});

test('B-62 no account can change or remove a version', async () => {
  for (const sql of [`update content_versions set record = '{}'`, 'delete from content_versions'])
    expect(await callError('owner', sql)).toBe('42501');
  expect(await versions()).toHaveLength(1);
});

async function age(days: number): Promise<void> {
  await database.query(`update content_versions set saved_at = now() - make_interval(days => $1)`, [days]);
}

async function addVersions(from: number, to: number): Promise<void> {
  await database.query(
    `insert into content_versions (kind, record_id, version, record)
     select 'services', $1, version, '{}' from generate_series($2::int, $3::int) as version`,
    [one, from, to],
  );
}

test('B-62 the newest 50 versions are kept, and all of the last 90 days', async () => {
  await addVersions(2, 60);
  const clean = () => call('server', 'select delete_expired_content()');
  await age(89);
  await clean();
  expect(await versions()).toHaveLength(60);
  await age(91);
  await clean();
  expect((await versions()).map(({ version }) => version)).toEqual(
    Array.from({ length: 50 }, (_, i) => i + 11),
  );
});

test('B-62 a save removes what is beyond them, and more than a thousand of one record at any age', async () => {
  await addVersions(2, 60);
  await age(91);
  await call('editor', `update services set name = 'Next' where id = '${one}'`);
  expect((await versions()).map(({ version }) => version)).toEqual(
    Array.from({ length: 50 }, (_, i) => i + 12),
  );
  await addVersions(62, 1100);
  await call('editor', `update services set name = 'More' where id = '${one}'`);
  expect((await versions())[0]?.version).toBe(102);
});

test('B-62 a picture that only an earlier version shows is no orphan; the versions of a removed sample are deleted', async () => {
  await database.query(`delete from storage.objects`);
  await database.query(
    `insert into storage.objects (bucket_id, name, created_at) values ('pictures', $1, now() - interval '2 days')`,
    [`${folder}/800.webp`],
  );
  const orphans = () => database.attempt<{ path: string }>('server', 'select path from orphaned_files()');
  expect(await orphans()).toHaveLength(1);
  const url = `/storage/v1/object/public/pictures/${folder}/800.webp`;
  await call('editor', `update services set hero_image_url = '${url}' where id = '${one}'`);
  await call('editor', `update services set hero_image_url = null where id = '${one}'`);
  expect(await orphans()).toEqual([]);
  await database.query('update services set is_sample = true');
  await call('server', 'delete from services');
  expect(await versions()).toEqual([]);
  expect(await orphans()).toHaveLength(1);
});

test('B-62 screenshots of an app are of its versions: what is done at once is one version, and an earlier one is restored', async () => {
  const app = '00000000-0000-4000-8000-0000000000d1';
  const picture = (n: number) =>
    `/storage/v1/object/public/pictures/00000000-0000-4000-8000-00000000010${n}/480x320.webp`;
  const add = (n: number) =>
    call(
      'editor',
      `insert into app_media (app_id, url, alt, sort_order) values ('${app}', '${picture(n)}', 'S${n}', ${n})`,
    );
  const kept = async () => {
    return database.query<{ version: number; changed: string[]; alts: string[] }>(
      `select version, changed,
        array(select one ->> 'alt' from jsonb_array_elements(record -> 'screenshots') as one) as alts
       from content_versions where record_id = $1 order by version`,
      [app],
    );
  };
  const shown = () =>
    database.column<string>('select alt from app_media where app_id = $1 order by sort_order', [app]);
  await call('editor', `insert into apps (id, name, slug) values ('${app}', 'App', 'app-d')`);
  await add(1);
  await add(2);
  await call('owner', `delete from app_media where app_id = '${app}' and alt = 'S1'`);
  await call('owner', `update apps set name = 'Later' where id = '${app}'`);
  expect(await kept()).toEqual([
    { version: 1, changed: [], alts: [] },
    { version: 3, changed: ['screenshots'], alts: ['S1', 'S2'] },
    { version: 4, changed: ['screenshots'], alts: ['S2'] },
    { version: 5, changed: ['name'], alts: ['S2'] },
  ]);
  const rows = await database.query(`select private.is_picture_in_version($1) as there`, [
    '00000000-0000-4000-8000-000000000101/480x320.webp',
  ]);
  expect(rows).toEqual([{ there: true }]);
  await expect(call('agent', `select restore_screenshots('${app}', 3)`)).rejects.toMatchObject({
    code: '42501',
  });
  await call('editor', `select restore_screenshots('${app}', 3)`);
  expect(await shown()).toEqual(['S1', 'S2']);
  expect((await kept()).at(-1)).toEqual({ version: 6, changed: ['screenshots'], alts: ['S1', 'S2'] });
  await call('editor', `select restore_screenshots('${app}', 1)`);
  expect(await shown()).toEqual([]);
});

const finding = { rule: 'vague-link', words: 'Click here', nth: 0, help: '', reason: null };

function keepFindings(version: number, findings: unknown, caller: CallerName = 'editor') {
  return callError(caller, 'select keep_findings($1, $2, $3, $4)', [
    'services',
    one,
    version,
    JSON.stringify(findings),
  ]);
}

function findingsOf(): Promise<unknown[]> {
  return database.column('select findings from content_versions where record_id = $1 order by version', [
    one,
  ]);
}

test('B-537 only an editor of content keeps the findings of an accessibility check, with a version that editors see', async () => {
  for (const caller of ['visitor', 'anonymous', 'waiting', 'viewer', 'agent'] as const)
    expect(await keepFindings(1, [], caller)).toBe('42501');
  expect(await findingsOf()).toEqual([null]);
  expect(await keepFindings(1, [finding])).toBeNull();
  await call('owner', `update services set name = 'Two' where id = '${one}'`);
  expect(await findingsOf()).toEqual([[finding], null]);
  // an earlier version, one that never was
  for (const version of [1, 3]) expect(await keepFindings(version, [])).toBe('PT409');
  expect(await keepFindings(2, [], 'owner')).toBeNull();
  expect(await findingsOf()).toEqual([[finding], []]);
});

test('B-537 findings are at most 100, of 100 kB, and each says its rule, words, place and reason', async () => {
  const many = (length: number) => Array.from({ length }, (_, nth) => ({ ...finding, nth }));
  expect(await keepFindings(1, many(100))).toBeNull();
  const { rule: _, ...withoutRule } = finding;
  for (const refused of [
    many(101),
    [{ ...finding, words: 'x'.repeat(100_000) }],
    [finding, withoutRule],
    [{ ...finding, words: 5 }],
    [{ ...finding, reason: '' }],
    [{ ...finding, reason: {} }],
    [[finding]],
    ['text'],
    'text',
  ])
    expect(await keepFindings(1, refused), JSON.stringify(refused).slice(0, 80)).toBe('23514');
  expect(await findingsOf()).toEqual([many(100)]);
});

test('B-537 the findings of a page go along when it is published, at once, as a draft or by its schedule, and with no other change', async () => {
  const dismissed = [{ ...finding, reason: 'A quotation' }];
  await keepFindings(1, dismissed);
  await call('owner', `update services set is_published = true where id = '${one}'`);
  expect(await findingsOf()).toEqual([dismissed, dismissed]);
  const save = (columns: object, draft: number | null) =>
    callValue<number>('editor', `select save_draft('services', $1, $2, 2, $3)`, [one, columns, draft]);
  const draft = await save({ name: 'Two' }, null);
  expect((await findingsOf()).at(-1)).toBeNull();
  await keepFindings(draft, [finding]);
  await call('editor', `select publish_draft('services', $1, $2)`, [one, draft]);
  const shown = await database.column(
    `select findings from content_versions where state = 'saved' and record_id = $1 order by version`,
    [one],
  );
  expect(shown).toEqual([dismissed, dismissed, [finding]]);
  const later = await callValue<number>(
    'editor',
    `select save_draft('services', $1, '{"name": "Three"}', $2)`,
    [one, draft + 1],
  );
  await keepFindings(later, []);
  await call('editor', `select schedule_draft('services', $1, $2, now() + interval '1 day', 'UTC')`, [
    one,
    later,
  ]);
  await database.query(`update content_heads set due_at = now() where scheduled is not null`);
  await call('server', 'select publish_due_draft()');
  expect((await versions()).at(-1)).toMatchObject({ version: later + 1, name: 'Three' });
  expect((await findingsOf()).at(-1)).toEqual([]);
  await call('editor', `update services set short_pitch = 'New' where id = '${one}'`);
  expect((await findingsOf()).at(-1)).toBeNull();
});
