// Tests every path by which bytes are stored, with small quotas. `makes` counts objects, so that none is stored despite
// an error.
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { setUp, setUpFolder } from '../set-up.ts';
import { join } from 'node:path';
import { type TestUser, sendStorage, signUpUser, startStorageServer } from './storage-server.ts';

const kilobyte = 1024;
const quota = { account: 100 * kilobyte, total: 250 * kilobyte, reserve: 0 };
let ada: TestUser;
let bob: TestUser;

const folder = setUpFolder();
const server = setUp(() => startStorageServer({ backend: { storage: { folder, soleWriter: true, quota } } }));

beforeAll(async () => {
  [ada, bob] = [await signUpUser(server), await signUpUser(server)];
});
beforeEach(() => server.pool.query('delete from storage.objects'));

const bytes = (kilobytes: number) => new Uint8Array(kilobytes * kilobyte).fill(7);
const filesOf = (user: TestUser) => user.client.storage.from('files');
const exceeded = { statusCode: '413', message: expect.stringContaining('has used its 0 MB') as string };

async function counted(): Promise<unknown> {
  const { rows } = await server.pool.query(
    `select (select coalesce(sum(bytes), 0)::int from backend.stored_bytes) as counted,
       (select coalesce(sum((metadata ->> 'size')::bigint), 0)::int from storage.objects) as stored,
       (select count(*)::int from backend.orphaned_blobs where held_until > now()) as held`,
  );
  return rows[0];
}

function inPieces(kilobytes: number): ReadableStream<Uint8Array> {
  let sent = 0;
  return new ReadableStream({
    pull(controller) {
      if (sent++ < kilobytes) controller.enqueue(bytes(1));
      else controller.close();
    },
  });
}

const paths: [
  name: string,
  send: (user: TestUser, file: string, kilobytes: number) => Promise<{ error: unknown }>,
][] = [
  ['an upload of bytes', (user, file, size) => filesOf(user).upload(`${user.id}/${file}`, bytes(size))],
  [
    'an upload by a form',
    (user, file, size) => filesOf(user).upload(`${user.id}/${file}`, new Blob([bytes(size)])),
  ],
  [
    'an upsert',
    (user, file, size) => filesOf(user).upload(`${user.id}/${file}`, bytes(size), { upsert: true }),
  ],
  [
    'an upload by a signed URL',
    async (user, file, size) => {
      const { data } = await filesOf(user).createSignedUploadUrl(`${user.id}/${file}`);
      return server
        .client()
        .storage.from('files')
        .uploadToSignedUrl(data?.path ?? '', data?.token ?? '', bytes(size));
    },
  ],
  [
    'an upload of unknown length',
    async (user, file, size) => {
      const sent = await sendStorage(server, `/object/files/${user.id}/${file}`, {
        method: 'POST',
        bearer: user.accessToken,
        body: inPieces(size),
      });
      return { error: sent.ok ? null : await sent.json() };
    },
  ],
];

test.for(paths)(
  'B-230 %s ends at the quota of the account, and another account is not concerned',
  async ([, send]) => {
    expect((await send(ada, 'one', 40)).error).toBeNull();
    expect((await send(ada, 'two', 40)).error).toBeNull();
    expect((await send(ada, 'three', 40)).error).toMatchObject(exceeded);
    expect(await counted()).toEqual({ counted: 80 * kilobyte, stored: 80 * kilobyte, held: 0 });
    expect((await send(bob, 'one', 40)).error).toBeNull();
    await filesOf(ada).remove([`${ada.id}/one`]);
    expect((await send(ada, 'three', 40)).error).toBeNull();
  },
);

test.for(paths)('B-230 twenty at once of %s pass it no further', async ([, send]) => {
  const sent = await Promise.all(Array.from({ length: 20 }, (_, n) => send(ada, `file-${n}`, 30)));
  const kept = sent.filter(({ error }) => error === null).length;
  expect(kept).toBeGreaterThan(0);
  expect(kept).toBeLessThanOrEqual(3);
  expect(await counted()).toEqual({ counted: kept * 30 * kilobyte, stored: kept * 30 * kilobyte, held: 0 });
});

test('B-230 a copy counts, a replacement counts its difference, a move and a deletion give back', async () => {
  const path = (file: string) => `${ada.id}/${file}`;
  await filesOf(ada).upload(path('a'), bytes(40));
  expect((await filesOf(ada).copy(path('a'), path('b'))).error).toBeNull();
  expect((await filesOf(ada).copy(path('a'), path('c'))).error).toMatchObject(exceeded);
  expect(await counted()).toMatchObject({ counted: 80 * kilobyte });
  expect((await filesOf(ada).update(path('b'), bytes(10))).error).toBeNull();
  expect(await counted()).toMatchObject({ counted: 50 * kilobyte });
  await filesOf(ada).move(path('b'), path('d'));
  expect(await counted()).toMatchObject({ counted: 50 * kilobyte });
  await filesOf(ada).remove([path('a'), path('d')]);
  expect(await counted()).toEqual({ counted: 0, stored: 0, held: 0 });
});

test('B-230 uploads of all accounts and of anonymous callers together are limited by the total', async () => {
  const visitor = server.client().storage.from('files');
  const admin = server.client(server.secretKey).storage.from('vault');
  await filesOf(ada).upload(`${ada.id}/a`, bytes(90));
  await filesOf(bob).upload(`${bob.id}/b`, bytes(90));
  expect((await visitor.upload('drop/a.txt', bytes(60))).error).toBeNull();
  const full = { statusCode: '413', message: expect.stringContaining('of storage are used') as string };
  expect((await visitor.upload('drop/b.txt', bytes(30))).error).toMatchObject(full);
  expect((await admin.upload('c', bytes(30))).error).toMatchObject(full);
  expect((await admin.upload('c', bytes(5))).error).toBeNull();
});

test('B-230 a disk with only the database’s reserve left accepts no file', async () => {
  const reserve = { reserve: Number.MAX_SAFE_INTEGER };
  await using full = await startStorageServer({
    backend: { storage: { folder: join(folder, 'reserve'), soleWriter: true, quota: reserve } },
  });
  const { error } = await full.client(full.secretKey).storage.from('vault').upload('a', bytes(1));
  expect(error).toMatchObject({
    statusCode: '413',
    message: expect.stringContaining('kept for the database') as string,
  });
});
