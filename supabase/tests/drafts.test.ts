import { beforeEach, expect, test } from 'vitest';
import { setUpTestDatabase, testAccounts, type CallerName } from './test-database.ts';

const database = setUpTestDatabase();
const { call, callValue } = database;
const one = '50000000-0000-4000-8000-000000000001';
const two = '50000000-0000-4000-8000-000000000002';

beforeEach(async () => {
  for (const table of ['services', 'apps', 'deleted_content', 'redirects', 'former_slugs', 'private.outbox'])
    await database.query(`delete from ${table}`);
  await call(
    'editor',
    `insert into services (id, name, slug, is_published) values ('${one}', 'One', 'one', true)`,
  );
});

interface Given {
  id?: string;
  kind?: string;
  base?: number;
  draft?: number | null;
  caller?: CallerName;
}

function save(columns: object, given: Given = {}): Promise<number> {
  const { id = one, kind = 'services', base = 1, draft = null, caller = 'editor' } = given;
  return callValue(caller, 'select save_draft($1, $2, $3, $4, $5)', [kind, id, columns, base, draft]);
}

function publish(draft: number, id = one, kind = 'services'): Promise<number> {
  return callValue('owner', 'select publish_draft($1, $2, $3)', [kind, id, draft]);
}

function undo(version: number, id = one, kind = 'services'): Promise<number> {
  return callValue('editor', 'select undo_publish($1, $2, $3)', [kind, id, version]);
}

/** Due at once: the clock is set forward by setting the time back. */
async function schedule(draft: number, id = one, caller: CallerName = 'owner'): Promise<void> {
  await call(
    caller,
    `select schedule_draft('services', $1, $2, now() + interval '1 day', 'America/St_Johns')`,
    [id, draft],
  );
}

async function publishDue(): Promise<void> {
  await database.query(
    `update content_heads set due_at = now() - interval '1 minute' where scheduled is not null`,
  );
  while (await callValue('server', 'select publish_due_draft()'));
}

async function head(id = one): Promise<Record<string, unknown> | undefined> {
  const [found] = await call(
    'viewer',
    'select published, former, draft, draft_base, scheduled, error from content_heads where record_id = $1',
    [id],
  );
  return found;
}

async function live(id = one): Promise<Record<string, unknown> | undefined> {
  const [found] = await database.query(
    'select name, slug, short_pitch, is_published, published_at from services where id = $1',
    [id],
  );
  return found;
}

/** The detail of the error, or else its code. */
async function refusal(work: Promise<unknown>): Promise<string | null> {
  try {
    await work;
    return null;
  } catch (error) {
    const { detail, code } = error as { detail?: string; code: string };
    return detail && /^[a-z_]+$/.test(detail) ? detail : code;
  }
}

test('B-550 a draft changes nothing of its record: no column, no date, no old address, no notice to caches', async () => {
  const everything = () =>
    database.query(`select to_jsonb(services) as record, xmin::text from services where id = '${one}'`);
  const before = await everything();
  const wanted = { name: 'Next', slug: 'next', is_published: false, created_at: '2020-01-01' };
  const draft = await save(wanted);
  const notices = await database.as('editor', async (session) => {
    await session.query(`select save_draft('services', $1, '{"name": "Later"}', 1, $2)`, [one, draft]);
    return session.value(`select coalesce(current_setting('response.changed_tables', true), '')`);
  });
  expect(notices).toBe('');
  const [after] = await everything();
  expect(after?.['record']).toEqual(before[0]?.['record']);
  expect(await call('visitor', 'select name from services')).toEqual([{ name: 'One' }]);
  expect(await database.query('select from former_slugs')).toEqual([]);
  expect(
    await database.query(
      `select from pg_publication_tables where tablename in ('content_heads', 'content_versions')`,
    ),
  ).toEqual([]);
  expect(await head()).toMatchObject({ draft, draft_base: 1, published: null, scheduled: null });
  const [kept] = await database.query<{ record: object }>(
    `select state, account_name, changed, record from content_versions where version = $1 and record_id = '${one}'`,
    [draft],
  );
  expect(kept).toMatchObject({ state: 'draft', account_name: 'Editor Person', changed: ['name', 'slug'] });
  expect(kept?.record).toMatchObject({ name: 'Next', is_published: true, short_pitch: '' });
});

test('B-550 no visitor and no account without a role reads a draft or calls a function of drafts', async () => {
  const draft = await save({ name: 'Next' });
  for (const caller of ['visitor', 'waiting', 'anonymous'] as const) {
    const rows = (sql: string) => refusal(call(caller, sql).then((found) => expect(found).toEqual([])));
    for (const table of ['content_heads', 'content_versions'])
      expect([null, '42501']).toContain(await rows(`select from ${table}`));
    for (const work of [
      () => save({ name: 'Mine' }, { draft, caller }),
      () => call(caller, `select publish_draft('services', '${one}', ${draft})`),
      () =>
        call(
          caller,
          `select schedule_draft('services', '${one}', ${draft}, now() + interval '1 day', 'UTC')`,
        ),
      () => call(caller, `select discard_draft('services', '${one}', ${draft})`),
      () => call(caller, `select undo_publish('services', '${one}', 1)`),
      () => call(caller, 'select publish_due_draft()'),
    ])
      expect(['42501', 'content_denied']).toContain(await refusal(work()));
  }
  for (const caller of ['viewer', 'agent'] as const)
    expect(await refusal(save({ name: 'Mine' }, { draft, caller }))).toBe('content_denied');
  expect(await refusal(call('owner', 'select publish_due_draft()'))).toBe('42501');
  expect(await head()).toMatchObject({ draft });
});

test('B-550 a draft is previewed by its own signed address alone; that of the record shows the record', async () => {
  await database.query(`insert into server_keys (name, value) values ('lead_header', repeat('k', 64))
    on conflict do nothing`);
  await save({ name: 'Next' });
  const preview = async (ofDraft: boolean) => {
    const token = await callValue<string>('viewer', `select sign_preview('services', $1, $2)`, [
      one,
      ofDraft,
    ]);
    const open = (sql: string) => database.column<string>(sql, [token]);
    return [
      await call('visitor', 'select name, slug from preview_services($1)', [token]),
      await open('select name from preview_apps($1)'),
    ];
  };
  expect(await preview(true)).toEqual([[{ name: 'Next', slug: 'one' }], []]);
  expect(await preview(false)).toEqual([[{ name: 'One', slug: 'one' }], []]);
  expect(await callValue('waiting', `select sign_preview('services', $1, true)`, [one])).toBeNull();
});

test('B-551 each save names the draft before it, and publishing what was published; a stale one is refused', async () => {
  const first = await save({ name: 'Next' });
  expect(await refusal(save({ name: 'Other' }, { caller: 'owner' }))).toBe('draft_changed');
  const second = await save({ short_pitch: 'Pitch' }, { draft: first, caller: 'owner' });
  expect(await refusal(publish(first))).toBe('draft_changed');
  await call('editor', `update services set short_pitch = 'Live' where id = '${one}'`);
  expect(await refusal(publish(second))).toBe('changed_since');
  const merged = await save({ name: 'Next', short_pitch: 'Live' }, { draft: second, base: second + 1 });
  await publish(merged);
  expect(await live()).toMatchObject({ name: 'Next', short_pitch: 'Live', is_published: true });
  expect(await head()).toMatchObject({ draft: null, draft_base: null });
});

test('B-551 who published is named in the version; Undo puts back what was there and keeps the draft', async () => {
  await save({ name: 'Next', slug: 'next' });
  const made = await publish(2);
  expect(await live()).toMatchObject({ name: 'Next', slug: 'next' });
  expect(
    await database.query(
      `select state, account_name from content_versions where record_id = '${one}' and version = 3`,
    ),
  ).toEqual([{ state: 'saved', account_name: 'Owner Person' }]);
  expect(await database.column('select slug from former_slugs')).toEqual(['one']);
  const draft = await undo(made);
  expect(await live()).toMatchObject({ name: 'One', slug: 'one' });
  expect(await database.column('select slug from former_slugs')).toEqual(['next']);
  expect(await head()).toMatchObject({ draft, draft_base: 4 });
  await publish(draft);
  expect(await live()).toMatchObject({ name: 'Next', slug: 'next' });
  expect(await database.column('select slug from former_slugs')).toEqual(['one']);
});

test('B-551 a draft that its author publishes is one version, one that a colleague publishes is two', async () => {
  const states = () =>
    database.column('select state from content_versions where record_id = $1 order by version', [one]);
  const draft = await save({ name: 'Next' }, { caller: 'owner' });
  const made = await publish(draft);
  expect(await states()).toEqual(['saved', 'saved']);
  await publish(await save({ name: 'Last' }, { base: made }));
  expect(await states()).toEqual(['saved', 'saved', 'draft', 'saved']);
});

test('B-551 nothing is undone once somebody has saved since, the record or a draft', async () => {
  const saved = () => database.value<number>(`select private.saved_version('services', '${one}')`);
  for (const saveSince of [
    () => call('owner', `update services set short_pitch = 'Since' where id = '${one}'`),
    async () => save({ name: 'Since' }, { base: await saved(), caller: 'owner' }),
  ]) {
    const base = await saved();
    const made = await publish(await save({ name: `Next ${base}` }, { base }));
    await saveSince();
    expect(await refusal(undo(made))).toBe('changed_since');
  }
});

test('B-551 a draft that no table would take is refused like a save; a discarded one stays among the versions', async () => {
  expect(await refusal(save({ name: ' ' }))).toBe('23514');
  expect(await refusal(save({ slug: 'Not a slug' }))).toBe('23514');
  const draft = await save({ name: 'Next' });
  await call('editor', `select discard_draft('services', '${one}', ${draft})`);
  expect(await refusal(call('editor', `select discard_draft('services', '${one}', ${draft})`))).toBe(
    'draft_changed',
  );
  expect(await head()).toMatchObject({ draft: null });
  expect(await save({ name: 'Again' })).toBe(draft + 1);
  await database.query(`insert into content_versions (kind, record_id, version, record)
    select 'services', '${one}', version, '{}' from generate_series(4, 80) as version`);
  await database.query(`update content_versions set saved_at = now() - interval '91 days'`);
  await call('server', 'select delete_expired_content()');
  expect(await database.column(`select version from content_versions where version < 30 order by 1`)).toEqual(
    [1, 3],
  );
  expect(await refusal(publish(2))).toBe('draft_changed');
});

test('B-551 only Unpublish takes a page offline: a draft of a future date, or of an unpublished record, publishes nothing', async () => {
  const draft = await save({ published_at: '2199-01-01', short_pitch: 'Next' });
  await publish(draft);
  expect(await live()).toMatchObject({ published_at: null, short_pitch: 'Next', is_published: true });
  const next = await save({ name: 'Next' }, { base: 3 });
  await call('editor', `update services set is_published = false where id = '${one}'`);
  await call('editor', `select save_draft('services', '${one}', '{}', 5, ${next})`);
  expect(await refusal(publish(next + 2))).toBe('not_published');
});

test('B-552 a schedule publishes what it was made of, once, also when two servers do it; the later draft stays', async () => {
  const draft = await save({ name: 'Due' });
  await schedule(draft);
  const later = await save({ short_pitch: 'Later' }, { draft });
  expect(await callValue('server', 'select publish_due_draft()')).toBe(false);
  await database.query(`update content_heads set due_at = now() - interval '1 minute'`);
  const servers = await Promise.all([database.open(), database.open()]);
  await Promise.all(
    servers.map((session) => callValue('server', 'select publish_due_draft()', [], { session })),
  );
  expect(await callValue('server', 'select publish_due_draft()')).toBe(false);
  expect(await live()).toMatchObject({ name: 'Due', short_pitch: '' });
  expect(await head()).toMatchObject({
    draft: later,
    draft_base: 4,
    scheduled: null,
    published: 4,
    former: 1,
  });
  expect(
    await database.query(
      `select account_id, account_name from content_versions where record_id = '${one}' and version = 4`,
    ),
  ).toEqual([{ account_id: testAccounts.owner, account_name: 'Owner Person' }]);
  expect(await undo(4)).toBe(later);
  expect(await live()).toMatchObject({ name: 'One' });
});

test('B-552 what was changed in the record since stays when a schedule is due; the same field changed twice is an error', async () => {
  await schedule(await save({ name: 'Due' }));
  await call('editor', `update services set short_pitch = 'Since' where id = '${one}'`);
  await publishDue();
  expect(await live()).toMatchObject({ name: 'Due', short_pitch: 'Since' });
  await schedule(await save({ name: 'Due again' }, { base: 4 }));
  await call('editor', `update services set name = 'Theirs' where id = '${one}'`);
  await publishDue();
  expect(await live()).toMatchObject({ name: 'Theirs' });
  expect(await head()).toMatchObject({ error: 'changed_since', scheduled: 5, draft: 5 });
});

test('B-552 an address that was taken, a deleted or unpublished record: the error is kept, owners and who scheduled it get mail, and others are published', async () => {
  await call(
    'editor',
    `insert into services (id, name, slug, is_published) values ('${two}', 'Two', 'two', true)`,
  );
  await schedule(await save({ slug: 'wanted' }), one, 'editor');
  await database.query(`insert into services (name, slug) values ('Three', 'wanted')`);
  await schedule(await save({ name: 'Due' }, { id: two }), two);
  await publishDue();
  expect([await live(), await live(two)]).toMatchObject([{ slug: 'one' }, { name: 'Due' }]);
  expect(await head()).toMatchObject({ error: 'address_taken' });
  expect(
    await database.query(
      `select colleague_id, details from private.outbox where kind = 'change-not-published' order by colleague_id = $1`,
      [testAccounts.editor],
    ),
  ).toEqual(
    [testAccounts.owner, testAccounts.editor].map((colleague) => ({
      colleague_id: colleague,
      details: { kind: 'services', record: one, name: 'One', problem: 'address_taken' },
    })),
  );
  const again = await save({ slug: 'one' }, { draft: 2 });
  await schedule(again);
  expect(await head()).toMatchObject({ error: null });
  await call('editor', `update services set is_published = false where id = '${one}'`);
  await publishDue();
  expect(await head()).toMatchObject({ error: 'not_published' });
  await database.query('update content_heads set error = null where error is not null');
  await call('editor', `delete from services where id = '${one}'`);
  await publishDue();
  expect(await call('owner', `select error from content_heads where record_id = '${one}'`)).toEqual([
    { error: 'not_there' },
  ]);
  expect(await head()).toBeUndefined();
  await call('owner', 'delete from deleted_content');
  expect(await database.query(`select from content_heads where record_id = '${one}'`)).toEqual([]);
});

test('B-552 a schedule needs a time that has not come and a zone that exists, and is cancelled by its version', async () => {
  const draft = await save({ name: 'Due' });
  const plan = (due: string, zone: string) =>
    refusal(call('editor', `select schedule_draft('services', '${one}', ${draft}, ${due}, '${zone}')`));
  expect(await plan(`now() - interval '1 minute'`, 'UTC')).toBe('time_passed');
  expect(await plan(`now() + interval '1 minute'`, 'America/Nowhere')).toBe('22023');
  await schedule(draft);
  await call('editor', `select schedule_draft('services', '${one}', ${draft})`);
  expect(await head()).toMatchObject({ scheduled: null, draft });
  expect(await refusal(call('editor', `select schedule_draft('services', '${one}', ${draft})`))).toBe(
    'draft_changed',
  );
});

test('B-553 a draft takes no address of another record, draft, schedule or redirect, and renaming back leaves no loop', async () => {
  await call(
    'editor',
    `insert into services (id, name, slug, is_published) values ('${two}', 'Two', 'two', true)`,
  );
  await call('editor', `insert into redirects (from_path, target) values ('/services/old', '/contact')`);
  for (const slug of ['two', 'old']) expect(await refusal(save({ slug }))).toBe('address_taken');
  const draft = await save({ slug: 'three' });
  expect(await refusal(save({ slug: 'three' }, { id: two }))).toBe('address_taken');
  await schedule(draft);
  const back = await save({ slug: 'one' }, { draft });
  expect(await refusal(save({ slug: 'three' }, { id: two }))).toBe('address_taken');
  await call('editor', `select discard_draft('services', '${one}', ${back})`);
  expect(await save({ slug: 'three' }, { id: two })).toBe(2);
});

test('B-553 a redirect to a page follows its new address, and back; none is made to a former address', async () => {
  const redirect = (from: string, target: string) =>
    call('editor', 'insert into redirects (from_path, target) values ($1, $2)', [from, target]);
  const targets = () => database.column('select target from redirects');
  await redirect('/campaign', '/services/one?from=campaign');
  await save({ slug: 'next' });
  expect(await targets()).toEqual(['/services/one?from=campaign']);
  const made = await publish(2);
  expect(await targets()).toEqual(['/services/next?from=campaign']);
  expect(await refusal(redirect('/other', '/services/one/'))).toBe('redirect_chain');
  await undo(made);
  expect(await targets()).toEqual(['/services/one?from=campaign']);
});

test('B-550 the screenshots of an app are part of its draft, and are undone with it', async () => {
  const app = 'a0000000-0000-4000-8000-000000000001';
  const shot = (n: number) => ({
    id: `00000000-0000-4000-8000-00000000010${n}`,
    kind: 'screenshot',
    url: `/storage/v1/object/public/pictures/ab000000-0000-4000-8000-00000000000${n}/480x320.webp`,
    alt: `S${n}`,
  });
  const shown = () => database.column('select alt from app_media order by sort_order');
  await call(
    'editor',
    `insert into apps (id, name, slug, is_published) values ('${app}', 'App', 'app', true)`,
  );
  const draft = await save({ screenshots: [shot(2), shot(1)] }, { id: app, kind: 'apps' });
  expect(await shown()).toEqual([]);
  expect(
    await database.value(
      `select private.is_picture_used('ab000000-0000-4000-8000-000000000002/480x320.webp')`,
    ),
  ).toBe(true);
  const made = await publish(draft, app, 'apps');
  expect([made, await shown()]).toEqual([3, ['S2', 'S1']]);
  await undo(made, app, 'apps');
  expect(await shown()).toEqual([]);
});

test('B-550 a draft of a sample is the sample until it is published, then the agency’s own', async () => {
  await database.query('update services set is_sample = true');
  const draft = await save({ short_pitch: 'Ours' }, { base: 1 });
  const isSample = () => database.value('select is_sample from services');
  expect(await isSample()).toBe(true);
  await publish(draft);
  expect(await isSample()).toBe(false);
});
