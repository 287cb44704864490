import { beforeAll, expect, test } from 'vitest';
import { signJwt } from '../../src/tokens/jwt.ts';
import { sendStorage, signUpUser, startStorageServer, type TestUser } from './storage-server.ts';
import { setUp } from '../set-up.ts';

let ada: TestUser;

const server = setUp(startStorageServer);

beforeAll(async () => {
  ada = await signUpUser(server);
  await files().upload(name('a.txt'), 'aaa', { contentType: 'text/plain' });
  await files().upload(name('b.txt'), 'bbb', { contentType: 'text/plain' });
});

function files() {
  return ada.client.storage.from('files');
}

function name(file: string): string {
  return `${ada.id}/${file}`;
}

async function errorOf(asked: Response | Promise<Response>): Promise<unknown> {
  const response = await asked;
  expect(response.status).toBe(400);
  return response.json();
}

test('createSignedUrl returns a URL that everyone can read, cached no longer than it is valid', async () => {
  const { data, error } = await files().createSignedUrl(name('a.txt'), 60);
  expect(error).toBeNull();
  const response = await fetch(data?.signedUrl ?? '');
  expect([response.status, await response.text()]).toEqual([200, 'aaa']);
  const age = Number(/^max-age=(\d+)$/.exec(response.headers.get('cache-control') ?? '')?.[1]);
  expect(age).toBeLessThanOrEqual(60);
  expect(Date.parse(response.headers.get('expires') ?? '')).toBeLessThanOrEqual(Date.now() + 60_000);
  const head = await fetch(data?.signedUrl ?? '', { method: 'HEAD' });
  expect([head.status, head.headers.get('content-length')]).toEqual([200, '3']);
  const download = await files().createSignedUrl(name('a.txt'), 60, { download: 'named.txt' });
  const named = await fetch(download.data?.signedUrl ?? '');
  expect(named.headers.get('content-disposition')).toBe(`attachment; filename*=UTF-8''named.txt`);
  const plain = await files().createSignedUrl(name('a.txt'), 60, { transform: {} });
  expect(plain.data?.signedUrl).toContain('/object/sign/');
});

test('createSignedUrls returns a result for each path, also for missing and inaccessible ones', async () => {
  const { data } = await files().createSignedUrls([name('b.txt'), name('none.txt'), 'other/x.txt'], 60);
  expect(data?.map(({ path, error }) => [path, error])).toEqual([
    [name('b.txt'), null],
    [name('none.txt'), 'Either the object does not exist or you do not have access to it'],
    ['other/x.txt', 'Either the object does not exist or you do not have access to it'],
  ]);
  expect(await (await fetch(data?.[0]?.signedUrl ?? '')).text()).toBe('bbb');
  expect(data?.[1]?.signedUrl).toBeNull();
});

test('an object can be signed only by those who can read it', async () => {
  const foreign = await server.client().storage.from('files').createSignedUrl(name('a.txt'), 60);
  expect(foreign.error).toMatchObject({ message: 'Object not found', status: 400, statusCode: '404' });
  for (const expiresIn of [0, -1, 1e12, 1.5]) {
    const { error } = await files().createSignedUrl(name('a.txt'), expiresIn);
    expect(error?.message, String(expiresIn)).toMatch(/^body\/expiresIn/);
  }
});

test('a URL that was changed, or signed for another object or use, is rejected', async () => {
  const { data } = await files().createSignedUrl(name('a.txt'), 60);
  const token = new URL(data?.signedUrl ?? '').searchParams.get('token') ?? '';
  const invalid = { statusCode: '400', error: 'InvalidJWT', message: 'Invalid signature' };
  const open = (path: string, value: string, init: { method?: string; body?: string } = {}) =>
    errorOf(sendStorage(server, `${path}?token=${value}`, { bare: true, ...init }));
  expect(await open(`/object/sign/files/${name('b.txt')}`, token)).toMatchObject(invalid);
  expect(await open(`/object/sign/vault/${name('a.txt')}`, token)).toMatchObject(invalid);
  expect(await open(`/object/sign/files/${name('a.txt')}`, `${token.slice(0, -4)}AAAA`)).toMatchObject(
    invalid,
  );
  expect(await open(`/object/sign/files/${name('a.txt')}`, '')).toMatchObject({ error: 'InvalidJWT' });
  const put = { method: 'PUT', body: 'evil' };
  expect(await open(`/object/upload/sign/files/${name('a.txt')}`, token, put)).toMatchObject(invalid);
  expect(await open(`/render/image/sign/files/${name('a.txt')}`, token)).toMatchObject(invalid);
  // Both are signed with the JWT secret: a forged claim, and an access token.
  const forged = signJwt(
    { url: `files/${name('a.txt')}`, scope: 'download', exp: Date.now() / 1000 + 60 },
    server.jwtSecret,
  );
  expect(await open(`/object/sign/files/${name('a.txt')}`, forged)).toMatchObject(invalid);
  expect(await open(`/object/sign/files/${name('a.txt')}`, ada.accessToken)).toMatchObject(invalid);
  const asBearer = await sendStorage(server, `/object/files/${name('a.txt')}`, { bearer: token });
  expect(await errorOf(asBearer)).toMatchObject({ statusCode: '403', error: 'Unauthorized' });
});

test('an expired URL is reported as expired', async () => {
  const { data } = await files().createSignedUrl(name('a.txt'), 1);
  const errorBody = async () => {
    const response = await fetch(data?.signedUrl ?? '');
    return response.status === 200 ? (await response.text(), '') : JSON.stringify(await response.json());
  };
  await expect.poll(errorBody).toContain('claim timestamp check failed');
});

test('an upload URL works once, without a key, and the signer owns the object', async () => {
  const { data, error } = await files().createSignedUploadUrl(name('given.txt'));
  expect(error).toBeNull();
  const guest = server.client().storage.from('files');
  const put = await guest.uploadToSignedUrl(data?.path ?? '', data?.token ?? '', 'from a guest');
  expect(put.error).toBeNull();
  expect(put.data).toEqual({ path: name('given.txt'), fullPath: `files/${name('given.txt')}` });
  expect(await (await files().download(name('given.txt'))).data?.text()).toBe('from a guest');
  const { rows } = await server.pool.query('select owner_id from storage.objects where name = $1', [
    name('given.txt'),
  ]);
  expect(rows).toEqual([{ owner_id: ada.id }]);
  const second = await guest.uploadToSignedUrl(data?.path ?? '', data?.token ?? '', new Blob(['again']));
  expect(second.error).toMatchObject({ message: 'The resource already exists', status: 400 });
});

test('an upload URL replaces only when signed with upsert, and gives no other access', async () => {
  const first = await files().createSignedUploadUrl(name('a.txt'));
  expect(first.error?.message).toBe('The resource already exists');
  const { data } = await files().createSignedUploadUrl(name('a.txt'), { upsert: true });
  const token = data?.token ?? '';
  const guest = server.client().storage.from('files');
  expect((await guest.uploadToSignedUrl(name('a.txt'), token, 'new')).error).toBeNull();
  expect(await (await files().download(name('a.txt'))).data?.text()).toBe('new');
  expect((await guest.uploadToSignedUrl(name('b.txt'), token, 'evil')).error?.message).toBe(
    'Invalid signature',
  );
  const read = await sendStorage(server, `/object/sign/files/${name('a.txt')}?token=${token}`, {
    bare: true,
  });
  expect(await errorOf(read)).toMatchObject({ message: 'Invalid signature' });
  const notTheirs = await guest.createSignedUploadUrl(name('x.txt'));
  expect(notTheirs.error).toMatchObject({
    message: 'new row violates row-level security policy',
    statusCode: '403',
  });
});
