// Reads by plain HTTP: ranges, conditions, downloads, and the headers that keep a browser safe.
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { WireServer } from '../server.ts';
import { askStorage, signUpPerson, startStorageServer } from './storage-server.ts';
import type { Person } from './storage-server.ts';

let server: WireServer;
let ada: Person;
const text = '0123456789';

beforeAll(async () => {
  server = await startStorageServer();
  ada = await signUpPerson(server);
  const { error } = await ada.client.storage
    .from('files')
    .upload(`${ada.id}/ten.txt`, text, { contentType: 'text/plain' });
  expect(error).toBeNull();
});
afterAll(() => server?.close());

function read(headers: Record<string, string> = {}, method = 'GET'): Promise<Response> {
  return askStorage(server, `/object/files/${ada.id}/ten.txt`, { method, headers, bearer: ada.accessToken });
}

test('a read names length, type, validators and how long it keeps; HEAD answers the same without a body', async () => {
  for (const method of ['GET', 'HEAD']) {
    const answer = await read({}, method);
    expect(answer.status).toBe(200);
    expect(await answer.text()).toBe(method === 'GET' ? text : '');
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      'content-length': '10',
      'content-type': 'text/plain',
      'accept-ranges': 'bytes',
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
      etag: '"781e5e245d69b566979b86e28d23f2c7"',
      'last-modified': expect.stringMatching(/GMT$/),
      vary: 'authorization, apikey',
      'access-control-allow-origin': '*',
    });
  }
  const named = `/object/authenticated/files/${ada.id}/ten.txt`;
  expect(await (await askStorage(server, named, { bearer: ada.accessToken })).text()).toBe(text);
});

test('byte ranges: from, to, last, past the end, nonsense', async () => {
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
    const answer = await read({ range });
    expect([answer.status, await answer.text(), answer.headers.get('content-range')], range).toEqual([
      status,
      body,
      contentRange,
    ]);
  }
  for (const range of ['bytes=10-', 'bytes=99-100', 'bytes=-0']) {
    const answer = await read({ range });
    expect([answer.status, answer.headers.get('content-range')], range).toEqual([416, 'bytes */10']);
    expect(await answer.json()).toMatchObject({ statusCode: '416', error: 'InvalidRange' });
  }
});

test('conditions: 304 for what is known, a range only of the version that it belongs to', async () => {
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
    const answer = await read(headers);
    expect(answer.status, JSON.stringify(headers)).toBe(status);
    if (status === 304) expect(await answer.text()).toBe('');
    else await answer.text();
  }
});

test('a public bucket is read by anybody without a key, a private one is as if it were not there', async () => {
  const admin = server.client(server.secretKey).storage;
  await admin.from('pictures').upload('dir/a b.png', new Uint8Array([1, 2]), { contentType: 'image/png' });
  const url = admin.from('pictures').getPublicUrl('dir/a b.png').data.publicUrl;
  const answer = await fetch(url);
  expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'image/png']);
  expect(answer.headers.get('content-disposition')).toBeNull();
  expect((await answer.arrayBuffer()).byteLength).toBe(2);
  const downloaded = await server.client().storage.from('pictures').download('dir/a b.png');
  expect(downloaded.data?.size).toBe(2);
  const info = await askStorage(server, '/object/info/public/pictures/dir/a b.png', { bare: true });
  expect(await info.json()).toMatchObject({ name: 'dir/a b.png', size: 2 });
  const closed = await askStorage(server, `/object/public/files/${ada.id}/ten.txt`, { bare: true });
  const nowhere = await askStorage(server, `/object/public/nowhere/ten.txt`, { bare: true });
  expect(closed.status).toBe(400);
  expect(await closed.json()).toEqual(await nowhere.json());
  const missing = await askStorage(server, '/object/public/pictures/none.png', { bare: true });
  expect(await missing.json()).toEqual({
    statusCode: '404',
    error: 'not_found',
    message: 'Object not found',
    code: 'NoSuchKey',
  });
});

test('what a browser could run is handed out as a file, in a sandbox, and never guessed', async () => {
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
    const answer = await askStorage(server, '/object/vault/shown', { bearer: server.secretKey });
    await answer.text();
    expect(answer.headers.get('content-disposition'), contentType).toBe(disposition);
    // A page takes in a script by its address all the same, and the site's policy trusts its own origin.
    const isTakenIn = /javascript|css/.test(contentType);
    expect(answer.headers.get('content-type'), contentType).toBe(
      isTakenIn ? 'text/plain; charset=utf-8' : contentType,
    );
    expect(answer.headers.get('content-security-policy')).toBe("sandbox; default-src 'none'");
    expect(answer.headers.get('x-content-type-options')).toBe('nosniff');
  }
  const refused = await askStorage(server, '/object/vault/none');
  expect(refused.headers.get('content-security-policy')).toBe("sandbox; default-src 'none'");
});

test('?download hands the file out under its own name or another, with any letters', async () => {
  const plain = await askStorage(server, `/object/files/${ada.id}/ten.txt?download`, {
    bearer: ada.accessToken,
  });
  expect(plain.headers.get('content-disposition')).toBe('attachment');
  const name = `über "1"; x='y'.txt`;
  const query = new URLSearchParams({ download: name });
  const named = await askStorage(server, `/object/files/${ada.id}/ten.txt?${query}`, {
    bearer: ada.accessToken,
  });
  const encoded = '%C3%BCber%20%221%22%3B%20x%3D%27y%27.txt';
  expect(named.headers.get('content-disposition')).toBe(`attachment; filename*=UTF-8''${encoded}`);
});

test('an empty file is a file', async () => {
  const files = ada.client.storage.from('files');
  expect((await files.upload(`${ada.id}/empty`, '')).error).toBeNull();
  expect((await files.download(`${ada.id}/empty`)).data?.size).toBe(0);
});

test('a reader in progress gets the version that it began with, whole, while it is replaced and removed', async () => {
  const { storage } = server.client(server.secretKey);
  const [before, after] = [new Uint8Array(3_000_000).fill(1), new Uint8Array(3_000_000).fill(2)];
  await storage.from('vault').upload('torn.bin', before);
  const answer = await askStorage(server, '/object/vault/torn.bin', { bearer: server.secretKey });
  await storage.from('vault').upload('torn.bin', after, { upsert: true });
  expect(
    new Uint8Array((await (await storage.from('vault').download('torn.bin')).data?.arrayBuffer())!),
  ).toEqual(after);
  await storage.from('vault').remove(['torn.bin']);
  expect(new Uint8Array(await answer.arrayBuffer())).toEqual(before);
});
