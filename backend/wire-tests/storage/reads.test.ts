import { beforeAll, expect, test } from 'vitest';
import { type TestUser, sendStorage, signUpUser, startStorageServer } from './storage-server.ts';
import { setUp } from '../set-up.ts';

let ada: TestUser;
const text = '0123456789';

const server = setUp(startStorageServer);

beforeAll(async () => {
  ada = await signUpUser(server);
  const { error } = await ada.client.storage
    .from('files')
    .upload(`${ada.id}/ten.txt`, text, { contentType: 'text/plain' });
  expect(error).toBeNull();
});

function read(headers: Record<string, string> = {}, method = 'GET'): Promise<Response> {
  return sendStorage(server, `/object/files/${ada.id}/ten.txt`, { method, headers, bearer: ada.accessToken });
}

test('a read has length, type, validators and cache control; HEAD returns the same without a body', async () => {
  for (const method of ['GET', 'HEAD']) {
    const response = await read({}, method);
    expect(response.status).toBe(200);
    expect(await response.text()).toBe(method === 'GET' ? text : '');
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'content-length': '10',
      'content-type': 'text/plain',
      'accept-ranges': 'bytes',
      'cache-control': 'private, max-age=3600',
      'x-content-type-options': 'nosniff',
      etag: '"781e5e245d69b566979b86e28d23f2c7"',
      'last-modified': expect.stringMatching(/GMT$/),
      vary: 'authorization, apikey',
      'access-control-allow-origin': '*',
    });
  }
  const described = await sendStorage(server, `/object/info/files/${ada.id}/ten.txt`, {
    method: 'HEAD',
    bearer: ada.accessToken,
  });
  expect(described.headers.get('etag')).toBe('"781e5e245d69b566979b86e28d23f2c7"');
  const named = `/object/authenticated/files/${ada.id}/ten.txt`;
  expect(await (await sendStorage(server, named, { bearer: ada.accessToken })).text()).toBe(text);
});

test('byte ranges are answered: inside, open, suffix, past the end, malformed', async () => {
  const cases: [string, number, string, string | null][] = [
    ['bytes=2-4', 206, '234', 'bytes 2-4/10'],
    ['bytes=7-', 206, '789', 'bytes 7-9/10'],
    ['bytes=-2', 206, '89', 'bytes 8-9/10'],
    ['bytes=-20', 206, text, 'bytes 0-9/10'],
    ['bytes=8-100', 206, '89', 'bytes 8-9/10'],
    ['bytes=0-1,3-4', 200, text, null],
    ['bytes=5-2', 200, text, null],
    ['lines=1-2', 200, text, null],
  ];
  for (const [range, status, body, contentRange] of cases) {
    const response = await read({ range });
    expect([response.status, await response.text(), response.headers.get('content-range')], range).toEqual([
      status,
      body,
      contentRange,
    ]);
  }
  for (const range of ['bytes=10-', 'bytes=99-100', 'bytes=-0']) {
    const response = await read({ range });
    expect([response.status, response.headers.get('content-range')], range).toEqual([416, 'bytes */10']);
    expect(await response.json()).toMatchObject({ statusCode: '416', error: 'InvalidRange' });
  }
});

test('a fresh copy is answered with 304, and a range is sent only of the version in If-Range', async () => {
  const first = await read();
  await first.text();
  const etag = first.headers.get('etag') ?? '';
  const date = first.headers.get('last-modified') ?? '';
  const earlier = new Date(Date.parse(date) - 60_000).toUTCString();
  const cases: [Record<string, string>, number][] = [
    [{ 'if-none-match': etag }, 304],
    [{ 'if-none-match': `"other", W/${etag}` }, 304],
    [{ 'if-none-match': '*' }, 304],
    [{ 'if-none-match': '"other"' }, 200],
    [{ 'if-none-match': '"other"', 'if-modified-since': date }, 200],
    [{ 'if-modified-since': date }, 304],
    [{ 'if-modified-since': earlier }, 200],
    [{ range: 'bytes=0-1', 'if-range': etag }, 206],
    [{ range: 'bytes=0-1', 'if-range': '"other"' }, 200],
    [{ range: 'bytes=0-1', 'if-range': date }, 206],
    [{ range: 'bytes=0-1', 'if-range': earlier }, 200],
  ];
  for (const [headers, status] of cases) {
    const response = await read(headers);
    expect(response.status, JSON.stringify(headers)).toBe(status);
    if (status === 304) expect(await response.text()).toBe('');
    else await response.text();
  }
});

test('a public bucket can be read without a key; a private one looks like a missing one', async () => {
  const admin = server.client(server.secretKey).storage;
  await admin.from('pictures').upload('dir/a b.png', new Uint8Array([1, 2]), { contentType: 'image/png' });
  const url = admin.from('pictures').getPublicUrl('dir/a b.png').data.publicUrl;
  const response = await fetch(url);
  expect([response.status, response.headers.get('content-type')]).toEqual([200, 'image/png']);
  expect(response.headers.get('content-disposition')).toBeNull();
  expect((await response.arrayBuffer()).byteLength).toBe(2);
  const downloaded = await server.client().storage.from('pictures').download('dir/a b.png');
  expect(downloaded.data?.size).toBe(2);
  const head = await sendStorage(server, '/object/info/public/pictures/dir/a b.png', {
    bare: true,
    method: 'HEAD',
  });
  expect(Object.fromEntries(head.headers)).toMatchObject({
    etag: expect.stringMatching(/^"[0-9a-f]{32}"$/),
    'content-length': '2',
    'last-modified': expect.stringMatching(/GMT$/),
  });
  const info = await sendStorage(server, '/object/info/public/pictures/dir/a b.png', { bare: true });
  expect(await info.json()).toMatchObject({ name: 'dir/a b.png', size: 2 });
  const closed = await sendStorage(server, `/object/public/files/${ada.id}/ten.txt`, { bare: true });
  const nowhere = await sendStorage(server, `/object/public/nowhere/ten.txt`, { bare: true });
  expect(closed.status).toBe(400);
  expect(await closed.json()).toEqual(await nowhere.json());
  const missing = await sendStorage(server, '/object/public/pictures/none.png', { bare: true });
  expect(await missing.json()).toEqual({
    statusCode: '404',
    error: 'not_found',
    message: 'Object not found',
    code: 'NoSuchKey',
  });
});

test('content that a browser could execute is sent as an attachment, sandboxed and without sniffing', async () => {
  const { storage } = server.client(server.secretKey);
  const types: [string, string | null][] = [
    ['text/html', 'attachment'],
    ['image/svg+xml', 'attachment'],
    ['application/xml', 'attachment'],
    ['text/javascript', 'attachment'],
    ['application/javascript', 'attachment'],
    ['text/css', 'attachment'],
    ['application/pdf', 'attachment'],
    ['application/octet-stream', 'attachment'],
    ['image/png', null],
    ['image/webp', null],
    ['text/plain;charset=UTF-8', null],
  ];
  for (const [contentType, disposition] of types) {
    await storage.from('vault').upload('shown', '<script>1</script>', { contentType, upsert: true });
    const response = await sendStorage(server, '/object/vault/shown', { bearer: server.secretKey });
    await response.text();
    expect(response.headers.get('content-disposition'), contentType).toBe(disposition);
    // A page can load a script even from an attachment, and the site's policy trusts its own origin.
    const isLoadable = /javascript|css/.test(contentType);
    expect(response.headers.get('content-type'), contentType).toBe(
      isLoadable ? 'text/plain; charset=utf-8' : contentType,
    );
    expect(response.headers.get('content-security-policy')).toBe("sandbox; default-src 'none'");
    expect(response.headers.get('x-content-type-options')).toBe('nosniff');
  }
  const refused = await sendStorage(server, '/object/vault/none');
  expect(refused.headers.get('content-security-policy')).toBe("sandbox; default-src 'none'");
});

test('?download sends an attachment, with a file name in any script if given', async () => {
  const plain = await sendStorage(server, `/object/files/${ada.id}/ten.txt?download`, {
    bearer: ada.accessToken,
  });
  expect(plain.headers.get('content-disposition')).toBe('attachment');
  const name = `über "1"; x='y'.txt`;
  const query = new URLSearchParams({ download: name });
  const named = await sendStorage(server, `/object/files/${ada.id}/ten.txt?${query}`, {
    bearer: ada.accessToken,
  });
  const encoded = '%C3%BCber%20%221%22%3B%20x%3D%27y%27.txt';
  expect(named.headers.get('content-disposition')).toBe(`attachment; filename*=UTF-8''${encoded}`);
});

test('an empty file can be uploaded and read', async () => {
  const files = ada.client.storage.from('files');
  expect((await files.upload(`${ada.id}/empty`, '')).error).toBeNull();
  expect((await files.download(`${ada.id}/empty`)).data?.size).toBe(0);
});

test('a download in progress gets all of its version while the object is replaced and removed', async () => {
  const { storage } = server.client(server.secretKey);
  const [before, after] = [new Uint8Array(3_000_000).fill(1), new Uint8Array(3_000_000).fill(2)];
  await storage.from('vault').upload('torn.bin', before);
  const response = await sendStorage(server, '/object/vault/torn.bin', { bearer: server.secretKey });
  await storage.from('vault').upload('torn.bin', after, { upsert: true });
  expect(
    new Uint8Array((await (await storage.from('vault').download('torn.bin')).data?.arrayBuffer())!),
  ).toEqual(after);
  await storage.from('vault').remove(['torn.bin']);
  expect(new Uint8Array(await response.arrayBuffer())).toEqual(before);
});
