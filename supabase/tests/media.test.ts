import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { testAccounts, setUpTestDatabase, catchErrorCode, type CallerName } from './test-database.ts';
import { policyFixtureSql } from './policy-fixture.ts';

const database = setUpTestDatabase();
const folder = '6f1c2a52-7f50-4c0f-9d24-0d4b0e1f8a11';
const other = '6f1c2a52-7f50-4c0f-9d24-0d4b0e1f8a22';
const address = `/storage/v1/object/public/pictures/${folder}/1000x500.webp`;
const appId = 'a0000000-0000-4000-8000-000000000001';
const serviceId = '50000000-0000-4000-8000-000000000001';

beforeAll(async () => {
  await database.query(policyFixtureSql);
});

async function put(bucket: string, name: string, caller: CallerName, before = ''): Promise<string | null> {
  const insert = `insert into storage.objects (bucket_id, name) values ($1, $2)`;
  return catchErrorCode(database.attempt(caller, insert, [bucket, name], { before }));
}

describe('G-35 who may use the bucket incoming', () => {
  test.each([
    ['editor', null],
    ['owner', null],
    ['agent', '42501'],
    ['viewer', '42501'],
    ['waiting', '42501'],
    ['anonymous', '42501'],
    ['banned', '42501'],
  ] as const)('a caller of kind %s may upload into its own folder: %s', async (caller, code) => {
    expect(await put('incoming', `${testAccounts[caller]}/${folder}`, caller)).toBe(code);
  });

  test('a visitor cannot upload; no account uploads into the folder of another, or under a name it has chosen', async () => {
    expect(await put('incoming', `${testAccounts.editor}/${folder}`, 'visitor')).toBe('42501');
    for (const name of [
      `${testAccounts.owner}/${folder}`,
      `${testAccounts.editor}/photo.png`,
      `${testAccounts.editor}/a/${folder}`,
      `${testAccounts.editor}/../${testAccounts.owner}/${folder}`,
      folder,
    ])
      expect(await put('incoming', name, 'editor'), name).toBe('42501');
  });

  test('uploads of one account cannot be seen or removed by another', async () => {
    const before = `insert into storage.objects (bucket_id, name) values ('incoming', '${testAccounts.editor}/${folder}');`;
    for (const [caller, count] of [
      ['editor', 1],
      ['owner', 0],
      ['agent', 0],
    ] as const) {
      for (const statement of [`select from storage.objects`, `delete from storage.objects`]) {
        const found = await database.as(caller, (session) => session.count(statement), { before });
        expect(found, `${caller} ${statement}`).toBe(count);
      }
    }
  });
});

describe('G-35 who may use the bucket pictures', () => {
  function signed(name: string, signature: string): string {
    return `select set_config('request.headers', jsonb_build_object('x-picture-folder', '${name}.' || ${signature})::text, true);`;
  }
  const right = `encode(extensions.hmac('picture ${folder}', repeat('k', 64), 'sha256'), 'hex')`;

  test('takes files that the server signs for, of an editor, and no others', async () => {
    const name = `${folder}/480.webp`;
    expect(await put('pictures', name, 'editor', signed(folder, right))).toBeNull();
    expect(await put('pictures', name, 'agent', signed(folder, right))).toBe('42501');
    expect(await put('pictures', name, 'editor')).toBe('42501');
    expect(await put('pictures', name, 'editor', signed(folder, `repeat('0', 64)`))).toBe('42501');
    expect(await put('pictures', `${other}/480.webp`, 'editor', signed(folder, right))).toBe('42501');
    expect(await put('pictures', `${folder}/page.html`, 'editor', signed(folder, right))).toBe('42501');
    expect(await put('pictures', name, 'editor', `${signed(folder, right)} delete from server_keys;`)).toBe(
      '42501',
    );
  });

  test('keeps what content names; what nothing has named for a day is swept', async () => {
    const before = `
      insert into storage.objects (bucket_id, name, created_at) values
        ('pictures', '${folder}/480.webp', now() - interval '2 days'),
        ('pictures', '${other}/480.webp', now() - interval '2 days'),
        ('pictures', '${other}/960.webp', now());`;
    const users = [
      `insert into media (service_id, url) values ('${serviceId}', '${address}');`,
      `insert into app_media (app_id, url) values ('${appId}', 'https://x.supabase.co${address}');`,
      `update services set hero_image_url = '${address}' where slug = 'draft';`,
      `update apps set logo_url = '${address}' where slug = 'draft';`,
      `update posts set cover_url = '${address}' where slug = 'three';`,
      `update posts set body = '![x](${address})' where slug = 'three';`,
      `update services set description = '![x](${address})', text_format = 'markdown' where slug = 'draft';`,
      `update apps set description = '![x](${address})', text_format = 'markdown' where slug = 'draft';`,
      // it was switched to plain text, but may be switched back
      `update apps set description = '![x](${address})', text_format = 'plain' where slug = 'draft';`,
    ];
    for (const user of users) {
      const rows = await database.attempt('editor', 'delete from storage.objects returning name', [], {
        before: before + user,
      });
      expect(rows.map(({ name }) => name).sort(), user).toEqual([`${other}/480.webp`, `${other}/960.webp`]);
    }
  });
});

describe('P-50 the order and deletion of screenshots', () => {
  const [one, two] = ['b0000000-0000-4000-8000-000000000001', 'b0000000-0000-4000-8000-000000000002'];
  const draft = 'a0000000-0000-4000-8000-000000000002';

  beforeEach(async () => {
    await database.query(`delete from app_media where app_id = '${draft}'`);
    await database.query(
      `insert into app_media (id, app_id, url, sort_order) values ('${one}', '${draft}', '/a.webp', 5), ('${two}', '${draft}', '${address}', 9)`,
    );
  });

  async function order(caller: CallerName, ids: string[]): Promise<string | string[] | null> {
    let seen: string[] = [];
    const code = await catchErrorCode(
      database.as(caller, async (session) => {
        await session.query('select order_app_media($1, $2)', [draft, ids]);
        const rows = await session.query('select id from app_media where app_id = $1 order by sort_order', [
          draft,
        ]);
        seen = rows.map(({ id }) => id);
      }),
    );
    return code ?? seen;
  }

  test('is written as a whole, and only if the list is unchanged', async () => {
    expect(await order('editor', [two, one])).toEqual([two, one]);
    expect(await order('editor', [two])).toBe('PT409');
    expect(await order('editor', [two, one, one])).toBe('PT409');
    expect(await order('editor', [two, folder])).toBe('PT409');
    expect(await order('agent', [two, one])).toEqual([one, two]);
    expect(await order('visitor', [two, one])).toBe('42501');
  });

  test('a deleted picture is removed from the pages that show it, unless another row refers to it', async () => {
    const before = `update services set hero_image_url = '${address}', hero_image_alt = 'x' where slug = 'one';`;
    async function remove(caller: CallerName, also = '') {
      return database.as(
        caller,
        async (session) => {
          const gone = await session.query('select delete_media($1) as url', [two]);
          const rows = await session.query(`select hero_image_url as url from services where slug = 'one'`);
          return [gone[0]?.url, rows[0]?.url];
        },
        { before: before + also },
      );
    }
    expect(await remove('editor')).toEqual([address, null]);
    expect(await remove('agent')).toEqual([null, address]);
    const another = `insert into media (service_id, url) values ('${serviceId}', '${address}');`;
    expect(await remove('editor', another)).toEqual([address, address]);
  });
});
