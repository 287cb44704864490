import { expect, test } from 'vitest';
import { signJwt } from '../../src/tokens/jwt.ts';
import { setUpVault, signUpUser, type StorageRequest } from './storage-server.ts';

const { server, errorBody } = setUpVault();

test('P-170 an error has statusCode, error and message, and supabase-js returns them', async () => {
  const { error } = await server.client().storage.from('vault').download('secret.txt');
  expect(error).toMatchObject({
    name: 'StorageApiError',
    message: 'Object not found',
    status: 400,
    statusCode: '404',
  });
  expect(await errorBody('/object/vault/secret.txt')).toEqual({
    statusCode: '404',
    error: 'not_found',
    message: 'Object not found',
    code: 'NoSuchKey',
  });
});

test('without a key, or with a forged token, nothing private can be read, written, listed, signed or removed', async () => {
  const forged = signJwt(
    { role: 'service_role', exp: Date.now() / 1000 + 60 },
    'a secret that is not ours at all',
  );
  const none = signJwt({ role: 'postgres', exp: Date.now() / 1000 + 60 }, server.jwtSecret);
  const tries: [string, StorageRequest][] = [
    ['/bucket', {}],
    ['/bucket', { method: 'POST', json: { name: 'mine', public: true } }],
    ['/bucket/vault', { method: 'PUT', json: { public: true } }],
    ['/bucket/vault', { method: 'DELETE', json: {} }],
    ['/bucket/vault/empty', { method: 'POST', json: {} }],
    ['/object/vault/secret.txt', {}],
    ['/object/authenticated/vault/secret.txt', {}],
    ['/object/info/vault/secret.txt', {}],
    ['/object/info/authenticated/vault/secret.txt', {}],
    ['/object/vault/new.txt', { method: 'POST', body: 'x' }],
    ['/object/vault/secret.txt', { method: 'PUT', body: 'x' }],
    ['/object/vault/secret.txt', { method: 'DELETE', json: {} }],
    ['/object/vault', { method: 'DELETE', json: { prefixes: ['secret.txt'] } }],
    ['/object/list/vault', { method: 'POST', json: {} }],
    ['/object/list-v2/vault', { method: 'POST', json: {} }],
    ['/object/sign/vault/secret.txt', { method: 'POST', json: { expiresIn: 60 } }],
    ['/object/sign/vault', { method: 'POST', json: { expiresIn: 60, paths: ['secret.txt'] } }],
    ['/object/upload/sign/vault/new.txt', { method: 'POST', json: {} }],
    [
      '/object/move',
      { method: 'POST', json: { bucketId: 'vault', sourceKey: 'secret.txt', destinationKey: 'b' } },
    ],
    [
      '/object/copy',
      { method: 'POST', json: { bucketId: 'vault', sourceKey: 'secret.txt', destinationKey: 'b' } },
    ],
    ['/render/image/authenticated/vault/secret.txt', {}],
  ];
  for (const [path, options] of tries) {
    expect(await errorBody(path, { ...options, bare: true }), path).toMatchObject({
      statusCode: '400',
      error: 'Error',
    });
    for (const bearer of [forged, none, 'sb_secret_guess', 'x.y.z']) {
      const refused = await errorBody(path, { ...options, bearer });
      expect(refused, path).toMatchObject({ statusCode: '403', error: 'Unauthorized' });
    }
  }
  const { data } = await server.client(server.secretKey).storage.from('vault').list();
  expect(data?.map(({ name }) => name)).toEqual(['secret.txt']);
});

test('an anonymous caller can upload what a policy allows, and neither read nor replace it', async () => {
  const drop = server.client().storage.from('files');
  expect((await drop.upload('drop/note.txt', 'a note')).error).toBeNull();
  expect((await drop.upload('drop/note.exe', 'x')).error).toMatchObject({ statusCode: '403' });
  expect((await drop.upload('note.txt', 'x')).error).toMatchObject({ statusCode: '403' });
  expect((await drop.upload('drop/note.txt', 'y', { upsert: true })).error).toMatchObject({
    statusCode: '403',
  });
  expect((await drop.download('drop/note.txt')).error?.message).toBe('Object not found');
  expect((await drop.remove(['drop/note.txt'])).data).toEqual([]);
  const admin = server.client(server.secretKey).storage.from('files');
  expect(await (await admin.download('drop/note.txt')).data?.text()).toBe('a note');
});

test('a user has no access to the objects of another', async () => {
  const [ada, eve] = [await signUpUser(server), await signUpUser(server)];
  const theirs = `${ada.id}/diary.txt`;
  await ada.client.storage.from('files').upload(theirs, 'dear diary');
  await eve.client.storage.from('files').upload(`${eve.id}/mine.txt`, 'x');
  const files = eve.client.storage.from('files');
  const results = await Promise.all([
    files.download(theirs),
    files.info(theirs),
    files.upload(theirs, 'x', { upsert: true }),
    files.update(theirs, 'x'),
    files.upload(`${ada.id}/new.txt`, 'x'),
    files.move(theirs, `${eve.id}/stolen.txt`),
    files.move(`${eve.id}/mine.txt`, `${ada.id}/planted.txt`),
    files.copy(theirs, `${eve.id}/stolen.txt`),
    files.createSignedUrl(theirs, 60),
    files.createSignedUploadUrl(theirs, { upsert: true }),
  ]);
  expect(results.map(({ error }) => error?.message)).toEqual([
    'Object not found',
    'Object not found',
    'new row violates row-level security policy',
    'Object not found',
    'new row violates row-level security policy',
    'Object not found',
    'new row violates row-level security policy',
    'Object not found',
    'Object not found',
    'new row violates row-level security policy',
  ]);
  expect((await files.remove([theirs])).data).toEqual([]);
  expect(await (await ada.client.storage.from('files').download(theirs)).data?.text()).toBe('dear diary');
});

test('a row cannot refer to the file of another row', async () => {
  const { rows } = await server.pool.query<{ version: string }>(
    `select version from storage.objects where bucket_id = 'vault' and name = 'secret.txt'`,
  );
  await server.pool.query(
    `insert into storage.objects (bucket_id, name, version) values ('vault', 'thief.txt', $1)`,
    [rows[0]?.version],
  );
  await server.pool.query(
    `insert into storage.objects (bucket_id, name, version) values ('vault', 'path.txt', '../../keys.json')`,
  );
  for (const name of ['thief.txt', 'path.txt']) {
    const response = await errorBody(`/object/vault/${name}`, { bearer: server.secretKey });
    expect(response).toMatchObject({ statusCode: '404', message: 'The resource was not found' });
  }
});
