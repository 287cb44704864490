import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ReadableStream } from 'node:stream/web';
import { expect, test } from 'vitest';
import { startWireServer } from '../server.ts';
import { folderForTest, setUp } from '../set-up.ts';

const server = setUp(() =>
  startWireServer({
    migrationsSql: `
      create function public.size_of_bytes(bytea) returns int language sql as 'select length($1)';
      create function public.size_of_text(text) returns int language sql as 'select length($1)';
      create function public.size_of_json(json) returns int language sql as 'select length($1::text)';
      create function public.content_of(json) returns jsonb language sql as 'select $1::jsonb';
      create function public.size_of_argument(given text) returns int language sql as 'select length(given)';
      create function public.echo(a text, "ключ" jsonb default '0') returns jsonb language sql as
        $$ select jsonb_build_object('a', a, 'ключ', "ключ") $$;
      create table public.parcels (id int primary key, note text default 'none', "ключ" text, amount numeric);
    `,
  }),
);

/**
 * The processor time of the longest step of this thread, during which no other request is served. Another process sends
 * the body, and unlike a duration, this does not depend on what else the machine does.
 */
async function measureLongestStep(
  path: string,
  type: string,
  file: string,
  expected: string,
): Promise<number> {
  const headers = ['-H', `content-type: ${type}`, '-H', `apikey: ${server.secretKey}`, '-H', 'expect:'];
  const sender = spawn('curl', ['-sS', ...headers, '--data-binary', `@${file}`, server.url + path]);
  let response = '';
  sender.stdout.on('data', (data: Buffer) => (response += data.toString()));
  let longest = 0;
  let last = process.threadCpuUsage();
  let isDone = false;
  const sample = (): void => {
    const now = process.threadCpuUsage();
    longest = Math.max(longest, now.user + now.system - last.user - last.system);
    last = now;
    if (!isDone) setImmediate(sample);
  };
  sample();
  await once(sender, 'close');
  isDone = true;
  expect(response).toBe(expected);
  return longest;
}

/** The processor time of putting a text of that size together once. */
function measureCopy(bytes: number): number {
  const parts = Array.from({ length: bytes / 50_000 }, () => 'x'.repeat(50_000));
  for (const part of parts) expect(part.at(-1)).toBe('x');
  const before = process.threadCpuUsage();
  const text = parts.join('');
  const { user, system } = process.threadCpuUsage(before);
  expect(text.length).toBe(bytes);
  return user + system;
}

const size = 19_000_000;

const manyRows = JSON.stringify(Array.from({ length: 100_000 }, () => ({ a: 'x'.repeat(180) })));

test.each([
  ['size_of_text', 'text/plain', 'x'.repeat(size), size],
  ['size_of_bytes', 'application/octet-stream', 'x'.repeat(size), size],
  ['size_of_json', 'application/json', manyRows, manyRows.length],
  ['size_of_argument', 'application/json', `{"given":"${'x'.repeat(size)}"}`, size],
])(
  'B-402 B-406 %s: no step of a large body as %s blocks other requests longer than one copy of it would',
  { timeout: 180_000 },
  async (name, type, body, length) => {
    const expected = String(length);
    const file = join(folderForTest(), 'body');
    writeFileSync(file, body);
    const steps: number[] = [];
    const copies: number[] = [];
    for (let round = 0; round < 2; round += 1) {
      steps.push(await measureLongestStep(`/rest/v1/rpc/${name}`, type, file, expected));
      copies.push(measureCopy(size));
    }
    expect(Math.min(...steps)).toBeLessThan(1.2 * Math.min(...copies));
  },
);

const rows = [
  '[{"id":1,"note":"é\\u00e9\\"","ключ":"字"},{"ключ":null,"note":"b","id":2}]',
  '{"id":3,"amount":12345678901234567890.123456789}',
  '[{"id":4},{"id":5,"note":"x"}]',
  '[{"id":6,"note":"a"},{"id":7,"\\u006eote":"b"}]',
  '[{"id":8},[]]',
  '{"id":9,"nothing":1}',
  '[]',
  '{}',
  '{"id":10',
  '{"id":11}}',
  '"id"',
  '{"id":12,"note":"\t"}',
  '{"id":13,"note":"\\u0000"}',
  '{"id":14,"note":"\ud800"}',
];
const writes = [
  ...rows.map((body) => ['POST', 'parcels', body] as const),
  ...rows.map((body) => ['POST', 'parcels?columns=id,note', body] as const),
  ...rows.map((body) => ['POST', 'rpc/echo', body] as const),
  ['POST', 'rpc/echo', '{"a":"x","ключ":[1,{"b":"é"}]}'],
  ['POST', 'rpc/content_of', '[1,2]'],
  ['PATCH', 'parcels?id=lt.100', '{"note":"changed"}'],
  ['PUT', 'parcels?id=eq.20', '{"id":20,"note":"put"}'],
  ['PUT', 'parcels?id=eq.21', '{"id":22,"note":"put"}'],
] as const;

test.each(writes)(
  'B-406 a large body has the response of a small one: %s %s %s',
  async (method, path, body) => {
    const prefers = ['missing=default', 'resolution=merge-duplicates', 'tx=commit'];
    for (const prefer of prefers) {
      const small = await write(method, path, body, prefer);
      // White space changes the size of JSON, and nothing else.
      const large = await write(method, path, ' '.repeat(1_200_000) + body, prefer);
      expect(large, prefer).toEqual(small);
    }
  },
);

test('B-406 a body of unknown length has the response of one whose length is known', async () => {
  for (const text of ['{"id":51,"note":"é"}', `{"id":52,"note":"${'é'.repeat(600_000)}"}`, '{"id":53', '']) {
    const sent = await write('POST', 'parcels', text, 'tx=rollback');
    const bytes = Buffer.from(text);
    // Also in the middle of a character.
    const chunks = [bytes.subarray(0, 19), bytes.subarray(19, 70_000), bytes.subarray(70_000)];
    expect(await write('POST', 'parcels', ReadableStream.from(chunks), 'tx=rollback')).toEqual(sent);
  }
});

test('B-406 a large body that is no UTF-8, or begins with a byte order mark, has the response of a small one', async () => {
  const invalid = Buffer.from('{"a":"xÿ€"}', 'latin1');
  const marked = Buffer.from('\ufeff{"a":"x"}');
  const space = Buffer.alloc(1_200_000, ' ');
  const echo = (...parts: Buffer[]) => write('POST', 'rpc/echo', Buffer.concat(parts), 'tx=rollback');
  expect(await echo(invalid, space)).toEqual(await echo(invalid));
  expect(await echo(marked, space)).toEqual(await echo(marked));
  expect((await echo(marked, space)).text).toBe('{"a": "x", "ключ": 0}');
});

test.each(['id,note,rest\n31,a,X\n32,"b ""c""",', 'id,note,rest\n33,X', 'id,ключ,rest\n34,NULL,"X"\n'])(
  'B-406 a large CSV body has the response of a small one: %j',
  async (csv) => {
    const send = (rest: string) =>
      write('POST', 'parcels?columns=id,note', csv.replace('X', rest), 'tx=rollback', 'text/csv');
    expect(await send('x'.repeat(1_200_000))).toEqual(await send('x'));
  },
);

/** The rows are deleted before each, so that both begin alike. */
async function write(
  method: string,
  path: string,
  body: string | Buffer | ReadableStream,
  prefer: string,
  type = 'application/json',
): Promise<{ status: number; text: string }> {
  await server.pool.query('delete from parcels');
  const response = await fetch(`${server.url}/rest/v1/${path}`, {
    method,
    headers: { apikey: server.secretKey, 'content-type': type, prefer: `return=representation,${prefer}` },
    body,
    duplex: 'half',
  } as RequestInit);
  return { status: response.status, text: await response.text() };
}
