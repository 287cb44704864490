import { connect } from 'node:net';
import { expect, test } from 'vitest';
import { type StorageRequest, sendStorage, setUpVault } from './storage-server.ts';

const { server, errorBody } = setUpVault();

test('invalid names are rejected, in URLs and in bodies', async () => {
  const admin = { bearer: server.secretKey };
  const inAddress = [
    'a%00b',
    'a%5Cb',
    '%252e%252e%252fsecret',
    'a//b',
    'nai%CC%88f.txt',
    '%F0%9F%98%80',
    'a%zz',
    'x'.repeat(1025),
  ];
  for (const name of inAddress) {
    const response = await errorBody(`/object/vault/${name}`, { ...admin, method: 'POST', body: 'x' });
    expect(response, name).toMatchObject({ statusCode: '400', error: 'InvalidKey' });
  }
  const inBody = [
    '../secret.txt',
    'a/../b',
    './a',
    'a/',
    '/a',
    '',
    'a\0b',
    'naïve',
    'a\\b',
    'x'.repeat(1025),
    '%2e%2e',
  ];
  for (const key of inBody) {
    for (const route of ['move', 'copy']) {
      const json = { bucketId: 'vault', sourceKey: 'secret.txt', destinationKey: key };
      const response = await errorBody(`/object/${route}`, { ...admin, method: 'POST', json });
      expect(response, `${route} ${key}`).toMatchObject({ statusCode: '400', error: 'InvalidKey' });
    }
  }
  // Dots in a URL are resolved before it is parsed, so these name no object and reach no file.
  for (const path of [
    '/object/vault/../../../../etc/passwd',
    '/object/vault/%2e%2e/%2e%2e/x',
    '/object/vault/..%2Fx',
  ]) {
    const response = await sendStorage(server, path, admin);
    expect([400, 404], path).toContain(response.status);
    await response.text();
  }
  const encoded = await sendStorage(server, '/object/vault/dir%2Fone.txt', {
    ...admin,
    method: 'POST',
    body: 'x',
  });
  expect(await encoded.json()).toMatchObject({ Key: 'vault/dir/one.txt' });
  const { data } = await server.client(server.secretKey).storage.from('vault').list('', { search: 'SECRET' });
  expect(data?.map(({ name }) => name)).toEqual(['secret.txt']);
  expect((await sendStorage(server, '/object/vault/Secret.txt', admin)).status).toBe(400);
});

test('malformed bodies are rejected with a 4xx', async () => {
  const admin = { bearer: server.secretKey, method: 'POST' };
  const form = (text: string) => ({
    ...admin,
    body: text,
    headers: { 'content-type': 'multipart/form-data; boundary=b' },
  });
  const deep = `${'{"a":'.repeat(12_000)}1${'}'.repeat(12_000)}`;
  const deepForm = form(
    `--b\r\nContent-Disposition: form-data; name="metadata"\r\n\r\n${deep}\r\n` +
      '--b\r\nContent-Disposition: form-data; name=""; filename="f"\r\n\r\nx\r\n--b--\r\n',
  );
  const tries: [string, StorageRequest][] = [
    ['/object/list/vault', { ...admin, body: '{', headers: { 'content-type': 'application/json' } }],
    ['/object/list/vault', { ...admin, json: { limit: -1 } }],
    ['/object/list/vault', { ...admin, json: { limit: 1e9 } }],
    ['/object/list/vault', { ...admin, json: { sortBy: { column: 'id; drop table x' } } }],
    ['/object/list/vault', { ...admin, json: { prefix: 'a\0' } }],
    ['/object/list-v2/vault', { ...admin, json: { limit: 1001 } }],
    ['/object/list/vault', { ...admin, json: { prefix: 'x'.repeat(2_000_000) } }],
    ['/object/sign/vault', { ...admin, json: { expiresIn: 60, paths: Array(501).fill('a') } }],
    ['/object/vault', { ...admin, method: 'DELETE', json: { prefixes: Array(1001).fill('a') } }],
    ['/object/vault/f1', form('nonsense')],
    ['/object/vault/f2', form('--b\r\nContent-Disposition: form-data; name="a"\r\n\r\nx\r\n--b--\r\n')],
    ['/object/vault/f3', form('--b\r\nContent-Disposition: form-data; name=""; filename="f"\r\n\r\nhalf')],
    ['/object/vault/f4', { ...admin, body: 'x', headers: { 'content-type': 'multipart/form-data' } }],
    ['/object/vault/f5', { ...admin, body: 'x', headers: { 'content-type': 'no type' } }],
    ['/object/vault/f6', { ...admin, body: 'x', headers: { 'x-metadata': 'bm90IGpzb24=' } }],
    ['/object/vault/f7', { ...admin, body: 'x', headers: { 'x-metadata': btoa('{"a":"\\u0000"}') } }],
    ['/object/vault/f7', deepForm],
    ['/object/vault/f8', { ...admin, body: 'x', headers: { 'content-encoding': 'evil' } }],
    ['/object/vault/f9', { ...admin, body: 'x', headers: { 'cache-control': 'x'.repeat(300) } }],
    ['/bucket', { ...admin, json: [] }],
    ['/bucket', { ...admin, json: { name: 'n', file_size_limit: 'many' } }],
    ['/nothing', admin],
  ];
  for (const [path, options] of tries) {
    expect(Number((await errorBody(path, options)).statusCode), path).toBeGreaterThanOrEqual(400);
  }
  const notOffered = {
    '/upload/resumable': 'resumable uploads (TUS)',
    '/s3/vault/x': 'the S3 protocol',
    '/bucket/vault/lifecycle': 'lifecycle rules',
    '/cdn/vault/x': 'CDN cache purging',
  };
  for (const [path, feature] of Object.entries(notOffered)) {
    const response = await sendStorage(server, path, { ...admin, body: 'x' });
    expect([response.status, await response.json()], path).toMatchObject([
      501,
      { statusCode: '501', error: 'NotImplemented', message: `This server does not offer ${feature} yet` },
    ]);
  }
  const { data } = await server.client(server.secretKey).storage.from('vault').list('', { search: 'f' });
  expect(data).toEqual([]);
});

test('an upload without permission is rejected before its body is read, and an endless body at the size limit', async () => {
  let sent = 0;
  const endless = () =>
    new ReadableStream<Uint8Array>({
      pull(controller) {
        sent += 65_536;
        if (sent > 400_000_000) controller.close();
        else controller.enqueue(new Uint8Array(65_536));
      },
    });
  const put = (bucket: string, bearer?: string) =>
    sendStorage(server, `/object/${bucket}/endless`, {
      method: 'POST',
      body: endless(),
      headers: { 'content-type': 'image/png' },
      ...(bearer ? { bearer } : {}),
    }).then(
      (response) => response.status,
      // fetch may fail on the closed connection before it reads the response.
      () => 400,
    );
  expect(await put('vault')).toBe(400);
  expect(sent).toBeLessThan(100_000_000);
  sent = 0;
  expect(await put('pictures', server.secretKey)).toBe(400);
  expect(sent).toBeLessThan(100_000_000);
  const { rows } = await server.pool.query(
    'select count(*)::int as held from backend.orphaned_blobs where held_until > now()',
  );
  expect(rows).toEqual([{ held: 0 }]);
});

test('many slow uploads hold no database connection, and interrupted ones leave no file', async () => {
  const before = server.log.length;
  const { hostname, port } = new URL(server.url);
  const sockets = Array.from({ length: 25 }, (_, i) => {
    const socket = connect(Number(port), hostname);
    socket.on('error', () => {});
    socket.write(
      `POST /storage/v1/object/vault/slow-${i} HTTP/1.1\r\nhost: x\r\napikey: ${server.secretKey}\r\n` +
        'content-type: text/plain\r\ncontent-length: 100000\r\n\r\nbeginning',
    );
    return socket;
  });
  const held = async () => {
    const { rows } = await server.pool.query<{ held: number }>(
      'select count(*)::int as held from backend.orphaned_blobs',
    );
    return rows[0]?.held;
  };
  await expect.poll(held).toBe(25);
  const { rows } = await server.pool.query(
    `select count(*)::int as open from pg_stat_activity where datname = current_database() and state = 'idle in transaction'`,
  );
  expect(rows).toEqual([{ open: 0 }]);
  expect((await sendStorage(server, '/object/vault/secret.txt', { bearer: server.secretKey })).status).toBe(
    200,
  );
  for (const socket of sockets) socket.destroy();
  await expect.poll(held).toBe(0);
  const { data } = await server.client(server.secretKey).storage.from('vault').list('', { search: 'slow' });
  expect(data).toEqual([]);
  expect(server.log.slice(before).filter(({ level }) => level === 'error')).toEqual([]);
});
