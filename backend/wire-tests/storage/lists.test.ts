import { beforeAll, expect, test } from 'vitest';
import { sendStorage, signUpUser, startStorageServer } from './storage-server.ts';
import { setUp } from '../set-up.ts';

const names = [
  'b.txt',
  'a.txt',
  'Z.txt',
  'dir/one.txt',
  'dir/two.txt',
  'dir/deeper/three.txt',
  'other/four.txt',
  'dirt.txt',
];

const server = setUp(startStorageServer);

beforeAll(async () => {
  for (const name of names) {
    const { error } = await vault().upload(name, name, { contentType: 'text/plain' });
    expect(error).toBeNull();
  }
});

function vault() {
  return server.client(server.secretKey).storage.from('vault');
}

test('P-175 a list returns one level, at most 100 names from the first, ascending, folders first', async () => {
  const { data } = await vault().list();
  expect(data?.map(({ name }) => name)).toEqual(['dir', 'other', 'Z.txt', 'a.txt', 'b.txt', 'dirt.txt']);
  expect(data?.[0]).toEqual({
    name: 'dir',
    id: null,
    updated_at: null,
    created_at: null,
    last_accessed_at: null,
    metadata: null,
  });
  expect(data?.[2]?.metadata).toEqual({
    eTag: expect.stringMatching(/^"[0-9a-f]{32}"$/),
    size: 5,
    mimetype: 'text/plain',
    cacheControl: 'max-age=3600',
    lastModified: expect.stringMatching(/Z$/),
    contentLength: 5,
    httpStatusCode: 200,
  });
  await server.pool.query(
    `insert into storage.objects (bucket_id, name) select 'files', 'many/' || lpad(i::text, 3, '0') from generate_series(1, 120) i`,
  );
  const plain = await sendStorage(server, '/object/list/files', {
    method: 'POST',
    json: { prefix: 'many' },
    bearer: server.secretKey,
  });
  const rows = (await plain.json()) as { name: string }[];
  expect([rows.length, rows[0]?.name, rows.at(-1)?.name]).toEqual([100, '001', '100']);
});

test('a list accepts a folder, a search, an order, a limit and an offset', async () => {
  const inside = await vault().list('dir');
  expect(inside.data?.map(({ name }) => name)).toEqual(['deeper', 'one.txt', 'two.txt']);
  const searched = await vault().list('dir/', { search: 'T' });
  expect(searched.data?.map(({ name }) => name)).toEqual(['two.txt']);
  const sorted = await vault().list('', { sortBy: { column: 'name', order: 'desc' }, limit: 2, offset: 2 });
  expect(sorted.data?.map(({ name }) => name)).toEqual(['dirt.txt', 'b.txt']);
  const newest = await vault().list('', {
    sortBy: { column: 'created_at', order: 'desc' },
    offset: 2,
    limit: 1,
  });
  expect(newest.data?.[0]?.name).toBe('dirt.txt');
  const percent = await vault().list('', { search: '%' });
  expect(percent.data).toEqual([]);
});

test('listV2 pages through folders and objects by cursor, each once, ascending and descending', async () => {
  for (const order of ['asc', 'desc'] as const) {
    const seen: string[] = [];
    let cursor: string | undefined;
    do {
      const { data, error } = await vault().listV2({
        limit: 2,
        with_delimiter: true,
        sortBy: { column: 'name', order },
        ...(cursor === undefined ? {} : { cursor }),
      });
      expect(error).toBeNull();
      seen.push(
        ...(data?.folders ?? []).map(({ name }) => name),
        ...(data?.objects ?? []).map(({ name }) => name),
      );
      expect(data?.hasNext).toBe(data?.nextCursor !== undefined);
      cursor = data?.nextCursor;
    } while (cursor !== undefined);
    expect(seen.toSorted()).toEqual(['Z.txt', 'a.txt', 'b.txt', 'dir/', 'dirt.txt', 'other/']);
  }
});

test('listV2 without a delimiter returns full names below a prefix, by name or by time', async () => {
  const flat = await vault().listV2({ prefix: 'dir/' });
  expect(flat.data).toMatchObject({ hasNext: false, folders: [] });
  expect(flat.data?.objects.map(({ name }) => name)).toEqual([
    'dir/deeper/three.txt',
    'dir/one.txt',
    'dir/two.txt',
  ]);
  const folder = await vault().listV2({ prefix: 'dir/', with_delimiter: true });
  expect(folder.data?.folders).toEqual([{ name: 'dir/deeper/', key: 'dir/deeper' }]);
  const byTime: string[] = [];
  let cursor: string | undefined;
  do {
    const { data } = await vault().listV2({
      limit: 3,
      sortBy: { column: 'created_at', order: 'asc' },
      ...(cursor === undefined ? {} : { cursor }),
    });
    byTime.push(...(data?.objects ?? []).map(({ name }) => name));
    cursor = data?.nextCursor;
  } while (cursor !== undefined);
  expect(byTime).toEqual(names);
  const foreign = await vault().listV2({ cursor: 'nonsense' });
  expect(foreign.error?.message).toBe('The cursor is none of this list');
});

test('objects that policies hide are in no list, not even as a folder', async () => {
  const ada = await signUpUser(server);
  const grace = await signUpUser(server);
  await ada.client.storage.from('files').upload(`${ada.id}/secret/plan.txt`, 'x');
  const { storage } = grace.client;
  expect((await storage.from('files').list()).data).toEqual([]);
  expect((await storage.from('files').list(ada.id)).data).toEqual([]);
  expect((await storage.from('files').listV2({ with_delimiter: true })).data).toMatchObject({
    folders: [],
    objects: [],
  });
  expect((await storage.from('vault').list()).data).toEqual([]);
  expect((await server.client().storage.from('files').list()).data).toEqual([]);
  const own = await ada.client.storage.from('files').list();
  expect(own.data?.map(({ name }) => name)).toEqual([ada.id]);
});

test('a policy can apply to one operation on an object only', async () => {
  await vault().upload('listed.txt', 'x');
  const stranger = server.client().storage.from('vault');
  expect((await stranger.list()).data?.map(({ name }) => name)).toEqual(['listed.txt']);
  expect((await stranger.listV2()).data?.objects).toEqual([]);
  expect((await stranger.download('listed.txt')).error?.message).toBe('Object not found');
  expect((await stranger.createSignedUrl('listed.txt', 60)).error?.message).toBe('Object not found');
});
