// Tests what editors have typed and not saved: whose it is, what replaces it, how long it is kept.
import { expect, test } from 'vitest';
import { setUpTestDatabase, type CallerName } from './test-database.ts';

const database = setUpTestDatabase();
const { call, callError } = database;

const [phone, laptop] = ['d0000000-0000-4000-8000-000000000001', 'd0000000-0000-4000-8000-000000000002'];
const picture = '/storage/v1/object/public/pictures/c0000000-0000-4000-8000-000000000001/800.webp';

let records = 0;
const newRecord = () => `b1000000-0000-4000-8000-${String((records += 1)).padStart(12, '0')}`;

const keepSql = `select keep_autosave($1, $2, $3, $4, 'Firefox on Linux', null, $5, $6)`;

interface Kept {
  draft?: string;
  /** minutes */
  typedAt?: number;
  isReplaced?: boolean;
  kind?: string;
}

function keepArguments(record: string, text: string, kept: Kept): unknown[] {
  const { draft = phone, typedAt = 0, isReplaced = false, kind = 'services' } = kept;
  const typed = new Date(typedAt * 60_000).toISOString();
  const values = { description: { text, format: 'plain' } };
  return [kind, record, draft, typed, isReplaced, JSON.stringify({ values })];
}

function keep(caller: CallerName, record: string, text: string, kept: Kept = {}) {
  return call(caller, keepSql, keepArguments(record, text, kept));
}

async function keptTexts(caller: CallerName, record: string) {
  const rows = await call(
    caller,
    `select draft #>> '{values,description,text}' as text from content_autosaves where record_id = $1 order by step`,
    [record],
  );
  return rows.map(({ text }) => text);
}

test('B-549 what an editor typed and did not save is read and discarded by that editor alone', async () => {
  const record = newRecord();
  await keep('editor', record, 'Secret');
  expect(await keptTexts('editor', record)).toEqual(['Secret']);
  expect(await keptTexts('owner', record)).toEqual([]);
  const discard = `delete from content_autosaves where record_id = $1 returning step`;
  expect(await call('owner', discard, [record])).toEqual([]);
  expect(await callError('agent', keepSql, keepArguments(record, 'Mine', {}))).toBe('42501');
  const ofLead = keepArguments(record, 'Mine', { kind: 'leads' });
  expect(await callError('editor', keepSql, ofLead)).toBe('22023');
  expect(await call('editor', discard, [record])).toHaveLength(1);
});

test('B-549 each autosave replaces the one before, unless that is of another copy, was typed later, was replaced on request, or was emptied since; ten stay', async () => {
  const record = newRecord();
  const long = 'word '.repeat(60).trim();
  await keep('editor', record, 'A', { typedAt: 1 });
  await keep('editor', record, long, { typedAt: 2 });
  expect(await keptTexts('editor', record)).toEqual([long]);
  await keep('editor', record, '', { typedAt: 3 });
  expect(await keptTexts('editor', record)).toEqual([long, '']);
  await keep('editor', record, 'On the laptop', { draft: laptop, typedAt: 2 });
  await keep('editor', record, 'Earlier on the laptop', { draft: laptop, typedAt: 1 });
  expect(await keptTexts('editor', record)).toEqual([long, '', 'On the laptop', 'Earlier on the laptop']);
  await keep('editor', record, 'Replaced', { draft: laptop, typedAt: 4, isReplaced: true });
  await keep('editor', record, 'Restored', { draft: laptop, typedAt: 5 });
  await keep('editor', record, 'Restored, and more', { draft: laptop, typedAt: 6 });
  const all = [long, '', 'On the laptop', 'Replaced', 'Restored, and more'];
  expect(await keptTexts('editor', record)).toEqual(all);
  const further = Array.from({ length: 7 }, (_, i) => `Text ${i}`);
  for (const [i, text] of further.entries()) {
    await keep('editor', record, text, { draft: i % 2 === 0 ? phone : laptop, typedAt: 7 + i });
  }
  expect(await keptTexts('editor', record)).toEqual([...all.slice(2), ...further]);
});

test('B-549 autosaves are deleted after 30 days and with their record; until then their images are in use, and only the author sees where', async () => {
  const record = newRecord();
  await keep('editor', record, picture);
  const folder = 'c0000000-0000-4000-8000-000000000001';
  const isUsed = () => database.value(`select private.is_picture_used('${folder}/800.webp')`);
  expect(await isUsed()).toBe(true);
  await database.query(
    `insert into images (id, file) values ('${folder}', '800x600.webp') on conflict do nothing`,
  );
  const usesFor = async (caller: CallerName) =>
    (await call(caller, `select uses from list_images() where id = '${folder}'`))[0]?.['uses'];
  expect(await usesFor('editor')).toMatchObject([{ kind: 'services', state: 'unsaved' }]);
  expect(await usesFor('owner')).toEqual([
    { kind: 'content_autosaves', id: null, name: null, state: 'unsaved' },
  ]);
  await database.query(
    `update content_autosaves set saved_at = now() - interval '31 days' where record_id = $1`,
    [record],
  );
  await database.query('select delete_expired_content()');
  expect(await isUsed()).toBe(false);

  const [service] = await call(
    'editor',
    `insert into services (name, slug) values ('Gone', 'autosaved') returning id`,
  );
  const id = String(service?.['id']);
  await keep('editor', id, 'Text');
  await call('editor', 'delete from services where id = $1', [id]);
  expect(await keptTexts('editor', id)).toEqual(['Text']);
  await call('editor', 'delete from deleted_content where record_id = $1', [id]);
  expect(await keptTexts('editor', id)).toEqual([]);
});

test('B-549 an account keeps unsaved text of 100 records at most', async () => {
  await database.query(
    `insert into content_autosaves (account_id, kind, record_id, step, draft_id, typed_at, device_name, draft)
     select user_id, 'posts', gen_random_uuid(), 1, gen_random_uuid(), now(), 'x', '{"values": {}}'
     from staff, generate_series(1, 100) where role = 'owner'`,
  );
  await expect(keep('owner', newRecord(), 'One more')).rejects.toThrow('100 records');
});
