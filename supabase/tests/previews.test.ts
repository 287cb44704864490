import { beforeAll, describe, expect, test } from 'vitest';
import { setUpTestDatabase, type CallerName } from './test-database.ts';

const database = setUpTestDatabase();
const record = {
  services: '50000000-0000-4000-8000-000000000001',
  apps: 'a0000000-0000-4000-8000-000000000001',
  posts: 'b0000000-0000-4000-8000-000000000001',
  case_studies: 'bc000000-0000-4000-8000-000000000001',
} as const;
type Kind = keyof typeof record;
const kinds = Object.keys(record) as Kind[];
const published = '50000000-0000-4000-8000-000000000002';

beforeAll(async () => {
  await database.query(
    `insert into services (id, name, slug, is_published) values
       ('${record.services}', 'Draft', 'draft', false), ('${published}', 'Public', 'public', true)`,
  );
  await database.query(`insert into apps (id, name, slug) values ('${record.apps}', 'Draft', 'draft')`);
  for (const table of ['posts', 'case_studies'] as const) {
    await database.query(
      `insert into ${table} (id, title, slug) values ('${record[table]}', 'Draft', 'draft')`,
    );
  }
  await database.query(
    `insert into app_media (app_id, url, sort_order) values ('${record.apps}', '/b.webp', 2), ('${record.apps}', '/a.webp', 1)`,
  );
  await database.query(`insert into server_keys (name, value) values ('lead_header', repeat('k', 64))`);
});

function sign(caller: CallerName, kind: string, id: string, before = ''): Promise<string | null> {
  return database.as(
    caller,
    (session) => session.value<string | null>('select public.sign_preview($1, $2) as token', [kind, id]),
    { before },
  );
}

function open(kind: Kind, token: string): Promise<string[]> {
  return database.as('visitor', (session) =>
    session.column<string>(`select id from public.preview_${kind}($1)`, [token]),
  );
}

async function signed(kind: Kind): Promise<string> {
  const token = await sign('viewer', kind, record[kind]);
  expect(token).toMatch(/^\d{10}\.[0-9a-f-]{36}\.[0-9a-f]{40}$/);
  return token ?? '';
}

describe('G-30 the preview of a draft', () => {
  test.each(kinds)(
    'the address that an editor gets shows a visitor that draft, and no other: %s',
    async (kind) => {
      expect(await open(kind, await signed(kind))).toEqual([record[kind]]);
    },
  );

  test('the preview of an app has its screenshots in order', async () => {
    const token = await signed('apps');
    const rows = await database.attempt<{ url: string }>(
      'visitor',
      'select url from public.preview_app_media($1)',
      [token],
    );
    expect(rows.map(({ url }) => url)).toEqual(['/a.webp', '/b.webp']);
  });

  test.each(['agent', 'editor', 'owner', 'open'] as const)(
    'a caller of kind %s gets the address of a preview',
    async (caller) => {
      expect(await sign(caller, 'services', record.services)).not.toBeNull();
    },
  );

  test.each(['waiting', 'anonymous', 'banned', 'deleted'] as const)(
    'a caller of kind %s gets no address of a preview, not even for a published record',
    async (caller) => {
      expect(await sign(caller, 'services', record.services)).toBeNull();
      expect(await sign(caller, 'services', published)).toBeNull();
    },
  );

  test('a visitor may not request one, and none is signed for a missing record, for another kind, or without a key', async () => {
    await expect(sign('visitor', 'services', record.services)).rejects.toMatchObject({ code: '42501' });
    expect(await sign('owner', 'services', record.apps)).toBeNull();
    expect(await sign('owner', 'leads', record.services)).toBeNull();
    expect(await sign('owner', 'services', record.services, 'delete from public.server_keys;')).toBeNull();
  });

  test('no caller may call the function that signs a token', async () => {
    await expect(
      database.attempt('owner', `select private.make_preview_token('services', '${record.services}')`),
    ).rejects.toMatchObject({ code: '42501' });
  });

  test('a preview ends after 30 minutes', async () => {
    const token = await signed('services');
    const seconds = Number(token.split('.')[0]);
    expect(seconds - Date.now() / 1000).toBeGreaterThan(29 * 60);
    expect(seconds - Date.now() / 1000).toBeLessThan(31 * 60);
    const expired = await database.value<string>(
      `select seconds || '.${record.services}.' || private.preview_signature('services', '${record.services}', seconds) as token
       from (select floor(extract(epoch from now()))::bigint - 1 as seconds) as past`,
    );
    expect(await open('services', expired)).toEqual([]);
  });

  test('an address is valid only for its kind, record and end; garbage shows nothing and causes no error', async () => {
    const token = await signed('services');
    const [seconds, id, signature] = token.split('.');
    expect(await open('posts', token)).toEqual([]);
    for (const forged of [
      `${Number(seconds) + 1}.${id}.${signature}`,
      `${seconds}.${published}.${signature}`,
      `${seconds}.${id}.${'0'.repeat(40)}`,
      `${seconds}.${'-'.repeat(36)}.${signature}`,
      `${'9'.repeat(40)}.${id}.${signature}`,
      `${token}\n`,
      `${token}.`,
      '',
      '..',
      "' or true --",
    ]) {
      expect(await open('services', forged)).toEqual([]);
    }
  });

  test('the address of a deleted record shows nothing', async () => {
    const token = await signed('posts');
    await database.call('server', `delete from public.posts where id = '${record.posts}'`);
    expect(await open('posts', token)).toEqual([]);
  });
});
