import { gzipSync } from 'node:zlib';
import { beforeAll, expect, test } from 'vitest';
import { type TestUser, sendStorage, signUpUser, startStorageServer } from './storage-server.ts';
import { setUp } from '../set-up.ts';

let ada: TestUser;

const server = setUp(startStorageServer);

beforeAll(async () => {
  ada = await signUpUser(server);
});

function files() {
  return ada.client.storage.from('files');
}

function path(name: string): string {
  return `${ada.id}/${name}`;
}

async function put(name: string, text: string): Promise<void> {
  const { error } = await files().upload(path(name), text, { upsert: true });
  expect(error).toBeNull();
}

test('B-191 a form of thousands of fields is refused at the first one too many', async () => {
  const form = new FormData();
  for (let field = 0; field < 2_000; field += 1) form.append(`field${field}`, 'x');
  form.append('file', new Blob(['late']), 'late.txt');
  const { error } = await files().upload(path('late.txt'), form);
  expect(error).toMatchObject({ status: 400, message: 'An upload holds at most 20 fields' });
});

test('upload accepts bytes, text, streams, blobs and forms, and download returns the same', async () => {
  const bytes = new Uint8Array([0, 1, 2, 255]);
  const form = new FormData();
  form.append('file', new Blob([bytes], { type: 'application/x-thing' }), 'thing.bin');
  const bodies: [string, Parameters<ReturnType<typeof files>['upload']>[1], string][] = [
    ['raw.bin', bytes, 'application/x-thing'],
    ['buffer.bin', bytes.buffer, 'application/x-thing'],
    ['blob.bin', new Blob([bytes], { type: 'application/x-thing' }), 'application/x-thing'],
    ['form.bin', form, 'application/x-thing'],
    ['stream.bin', new Blob([bytes]).stream(), 'application/x-thing'],
  ];
  for (const [name, body, contentType] of bodies) {
    const { data, error } = await files().upload(path(name), body, { contentType });
    expect(error, name).toBeNull();
    expect(data).toEqual({ id: expect.any(String), path: path(name), fullPath: `files/${path(name)}` });
    const { data: blob } = await files().download(path(name));
    expect(blob?.type, name).toBe('application/x-thing');
    expect(new Uint8Array((await blob?.arrayBuffer()) ?? new ArrayBuffer())).toEqual(bytes);
  }
  const text = await files().upload(path('note.txt'), 'héllo');
  expect(text.error).toBeNull();
  const { data: stream } = await files().download(path('note.txt')).asStream();
  expect(await new Response(stream).text()).toBe('héllo');
});

test('P-175 an object is cached for 3600 seconds unless the upload sets another time, sent raw or as a form', async () => {
  await put('age-raw.txt', 'x');
  await files().upload(path('age-form.txt'), new Blob(['x']));
  await files().upload(path('age-own.txt'), new Blob(['x']), { cacheControl: '60' });
  const ages = await Promise.all(
    ['age-raw.txt', 'age-form.txt', 'age-own.txt'].map(async (name) => {
      const { data } = await files().info(path(name));
      return data?.cacheControl;
    }),
  );
  expect(ages).toEqual(['max-age=3600', 'max-age=3600', 'max-age=60']);
});

test('info returns size, type, user metadata and times; exists returns whether an object exists', async () => {
  await files().upload(path('about.txt'), 'four', { contentType: 'text/plain', metadata: { shelf: 'B2' } });
  const { data, error } = await files().info(path('about.txt'));
  expect(error).toBeNull();
  expect(data).toMatchObject({
    name: path('about.txt'),
    bucketId: 'files',
    size: 4,
    contentType: 'text/plain',
    etag: expect.stringMatching(/^"[0-9a-f]{32}"$/),
    metadata: { shelf: 'B2' },
  });
  expect(new Date(String(data?.createdAt)).toISOString()).toBe(data?.createdAt);
  const form = new Blob(['four'], { type: 'text/plain' });
  await files().upload(path('about-form.txt'), form, { metadata: { shelf: 'B3' } });
  expect((await files().info(path('about-form.txt'))).data?.metadata).toEqual({ shelf: 'B3' });
  expect((await files().exists(path('about.txt'))).data).toBe(true);
  expect((await files().exists(path('nothing.txt'))).data).toBe(false);
});

test('a compressed file is sent with its content encoding, and fetch decompresses it', async () => {
  const packed = gzipSync('what it was');
  for (const [name, body] of [
    ['raw.gz', packed],
    ['form.gz', new Blob([packed])],
  ] as const) {
    const options = { contentType: 'text/plain', contentEncoding: 'gzip' };
    expect((await files().upload(path(name), body, options)).error).toBeNull();
    expect((await files().info(path(name))).data?.contentEncoding).toBe('gzip');
    expect(await (await files().download(path(name))).data?.text(), name).toBe('what it was');
  }
});

test('an object whose row was written by SQL is sent with safe headers', async () => {
  await put('hand.txt', 'text');
  await server.pool.query(
    `update storage.objects set metadata = '{"mimetype": "a\\nb", "eTag": 7, "contentEncoding": "ü", "cacheControl": null}'
     where name = $1`,
    [path('hand.txt')],
  );
  const { data, error } = await files().download(path('hand.txt'));
  expect(error).toBeNull();
  expect([data?.type, await data?.text()]).toEqual(['application/octet-stream', 'text']);
});

test('a second upload of a name is rejected, an upsert replaces, an update needs an existing object', async () => {
  await put('twice.txt', 'one');
  const { error } = await files().upload(path('twice.txt'), 'two');
  expect(error).toMatchObject({ message: 'The resource already exists', status: 400, statusCode: '409' });
  const before = await files().info(path('twice.txt'));
  const upserted = await files().upload(path('twice.txt'), 'three', { upsert: true });
  expect(upserted.data?.id).toBe(before.data?.id);
  expect(await (await files().download(path('twice.txt'))).data?.text()).toBe('three');
  expect((await files().update(path('twice.txt'), 'four')).error).toBeNull();
  expect(await (await files().download(path('twice.txt'))).data?.text()).toBe('four');
  const missing = await files().update(path('never.txt'), 'x');
  expect(missing.error).toMatchObject({ message: 'Object not found', status: 400, statusCode: '404' });
  expect((await files().exists(path('never.txt'))).data).toBe(false);
});

test('move renames and copy duplicates, also across buckets, within policies and limits', async () => {
  await put('from.txt', 'text');
  const moved = await files().move(path('from.txt'), path('to/there.txt'));
  expect(moved.data).toEqual({ message: 'Successfully moved' });
  expect((await files().exists(path('from.txt'))).data).toBe(false);
  const copied = await files().copy(path('to/there.txt'), path('copy.txt'));
  expect(copied.data).toEqual({ path: `files/${path('copy.txt')}` });
  await files().remove([path('to/there.txt')]);
  expect(await (await files().download(path('copy.txt'))).data?.text()).toBe('text');
  expect((await files().copy(path('copy.txt'), path('copy.txt'))).error?.message).toBe(
    'The resource already exists',
  );
  const foreign = await files().copy(path('copy.txt'), 'theirs.txt', { destinationBucket: 'vault' });
  expect(foreign.error).toMatchObject({ statusCode: '403' });
  const wrongKind = await files().move(path('copy.txt'), 'a.png', { destinationBucket: 'pictures' });
  expect(wrongKind.error).toMatchObject({ statusCode: '415' });
  const nowhere = await files().move(path('copy.txt'), 'a.png', { destinationBucket: 'nowhere' });
  expect(nowhere.error).toMatchObject({ message: 'Bucket not found', statusCode: '404' });
  expect((await files().move(path('gone.txt'), path('x.txt'))).error?.message).toBe('Object not found');
});

test('copy across buckets keeps bytes, type and user metadata, or sets new ones', async () => {
  const admin = server.client(server.secretKey).storage;
  await admin.from('vault').upload('a.txt', 'abc', { contentType: 'text/plain', metadata: { kept: true } });
  await admin.from('vault').copy('a.txt', 'copied/a.txt', { destinationBucket: 'files' });
  expect((await admin.from('files').info('copied/a.txt')).data).toMatchObject({
    size: 3,
    contentType: 'text/plain',
    metadata: { kept: true },
  });
  await admin.from('vault').copy('a.txt', 'b.md', {
    copyMetadata: false,
    metadata: { mimetype: 'text/markdown', cacheControl: 'max-age=5' },
  });
  expect((await admin.from('vault').info('b.md')).data).toMatchObject({
    contentType: 'text/markdown',
    cacheControl: 'max-age=5',
    metadata: {},
  });
  const own = { title: 'Zoë', tags: ['a'] };
  const copied = await sendStorage(server, '/object/copy', {
    method: 'POST',
    bearer: server.secretKey,
    headers: { 'x-metadata': Buffer.from(JSON.stringify(own)).toString('base64') },
    json: { bucketId: 'vault', sourceKey: 'a.txt', destinationKey: 'own.txt', copyMetadata: false },
  });
  expect(copied.status).toBe(200);
  expect((await admin.from('vault').info('own.txt')).data).toMatchObject({ metadata: own });
});

test('remove returns the removed rows, and ignores the other names', async () => {
  await put('r1.txt', '1');
  await put('r2.txt', '2');
  const { data, error } = await files().remove([path('r1.txt'), path('r2.txt'), path('r3.txt')]);
  expect(error).toBeNull();
  expect(data?.map(({ name }) => name).toSorted()).toEqual([path('r1.txt'), path('r2.txt')]);
  expect((await files().remove([path('r1.txt')])).data).toEqual([]);
});

test('a file that is too large or of a wrong type is rejected, and not stored', async () => {
  const pictures = server.client(server.secretKey).storage.from('pictures');
  const big = new Uint8Array(300_001);
  for (const body of [big, new Blob([big], { type: 'image/png' })]) {
    const { error } = await pictures.upload('big.png', body, { contentType: 'image/png' });
    expect(error).toMatchObject({
      message: 'The object exceeded the maximum allowed size',
      status: 400,
      statusCode: '413',
    });
  }
  const page = await pictures.upload('page.html', '<p>', { contentType: 'text/html' });
  expect(page.error).toMatchObject({ message: 'mime type text/html is not supported', statusCode: '415' });
  expect((await pictures.list()).data).toEqual([]);
});

test('a rejected large upload gets its error, however it is sent', async () => {
  const pictures = server.client(server.secretKey).storage.from('pictures');
  const large = new Uint8Array(8_000_000);
  const forms = Array.from({ length: 5 }, () =>
    pictures.upload('f', new Blob([large], { type: 'text/html' })),
  );
  const streams = Array.from({ length: 5 }, () =>
    pictures.upload('f', new Blob([large]).stream(), { contentType: 'image/png' }),
  );
  const strangers = Array.from({ length: 5 }, () => server.client().storage.from('vault').upload('f', large));
  const responses = await Promise.all([...forms, ...streams, ...strangers]);
  const codes = responses.map(({ error }) => (error as { statusCode?: string } | null)?.statusCode);
  expect(codes).toEqual([...Array(5).fill('413'), ...Array(5).fill('413'), ...Array(5).fill('403')]);
});
