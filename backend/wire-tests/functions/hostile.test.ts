import { existsSync } from 'node:fs';
import { chmod, mkdtemp, readFile, readdir, rm, writeFile } from 'node:fs/promises';
import { url as inspectorUrl } from 'node:inspector';
import { join } from 'node:path';
import { FunctionsRelayError } from '@supabase/supabase-js';
import { expect, test, vi } from 'vitest';
import { startFunctionsServer } from './functions-server.ts';
import { setUp } from '../set-up.ts';

// Long, because each function starts a process, and the machine may be busy.
vi.setConfig({ testTimeout: 90_000 });

const server = setUp(() => startFunctionsServer({ stuckCpuMs: 500, memoryMib: 300 }));

async function call(
  name: string,
  body: unknown = {},
  init: RequestInit = {},
): Promise<[number, unknown, string | null]> {
  const response = await fetch(`${server.url}/functions/v1/${name}`, {
    method: 'POST',
    body: JSON.stringify(body),
    headers: { authorization: `Bearer ${server.publishableKey}`, 'content-type': 'application/json' },
    ...init,
  });
  const text = await response.text();
  return [
    response.status,
    text.startsWith('{') ? JSON.parse(text) : text,
    response.headers.get('x-relay-error'),
  ];
}

const hello = () => call('hello', { name: 'x' });
const greeting = [200, { message: 'Hello x' }, null];

test('an endless loop, a crash and too much memory each end, and other functions keep working @audit', async () => {
  const hostile = Promise.all(['loops', 'dies', 'eats'].map((name) => call(name)));
  for (let i = 0; i < 5; i++) expect(await hello()).toEqual(greeting);
  const [loops, dies, eats] = await hostile;
  expect(loops).toMatchObject([546, { code: 'WORKER_LIMIT' }, 'true']);
  expect(dies).toMatchObject([500, { code: 'WORKER_ERROR' }, 'true']);
  // Either out of memory, or stuck while it allocates.
  expect([500, 546]).toContain(eats?.[0]);
  expect(await hello()).toEqual(greeting);
  // Each is restarted for the next call.
  expect((await call('dies'))[0]).toBe(500);
});

test('a function that does not respond in time gets a 504 @audit', async () => {
  await using impatient = await startFunctionsServer({ responseTimeoutMs: 500 });
  const { error } = await impatient.client(impatient.secretKey).functions.invoke('sleeps', {
    headers: { Authorization: `Bearer ${impatient.secretKey}` },
  });
  expect(error).toBeInstanceOf(FunctionsRelayError);
  expect((error as FunctionsRelayError).context.status).toBe(504);
});

test('when a function cannot start, its callers get BOOT_ERROR and the log has the cause', async () => {
  for (const name of ['broken', 'silent', 'fetches']) {
    expect(await call(name), name).toMatchObject([503, { code: 'BOOT_ERROR' }, 'true']);
  }
  const printed = () =>
    server.log.filter(({ event }) => event === 'function.printed').map(({ message }) => message);
  await expect.poll(printed).toContainEqual(expect.stringContaining('cannot start'));
  await expect.poll(printed).toContainEqual(expect.stringContaining('neither calls Deno.serve'));
  await expect.poll(printed).toContainEqual(expect.stringContaining('is not fetched here'));
});

test('a function can read no file of the server, write none, run no program and see only its own variables', async () => {
  const secret = join(server.workdir, 'keys.json');
  await writeFile(secret, 'secret');
  const [status, seen] = await call('nosy', { file: secret });
  expect([status, seen]).toMatchObject([
    200,
    {
      read: 'ERR_ACCESS_DENIED',
      written: 'ERR_ACCESS_DENIED',
      ran: 'ERR_ACCESS_DENIED',
    },
  ]);
  const { environment } = seen as { environment: string[] };
  expect(environment.filter((name) => !/^(COLOUR|SUPABASE_\w+|PWD|OLDPWD|SHLVL|_)$/.test(name))).toEqual([]);
  expect(existsSync('/tmp/left-behind')).toBe(false);
  expect(await readFile(secret, 'utf8')).toBe('secret');
});

test('a function can signal only itself, write through no database and crash no server by a message', async () => {
  // World-writable, so that the permission model is what denies access.
  const folder = await mkdtemp('/tmp/function-escapes-');
  await chmod(folder, 0o777);
  const [status, seen] = await call('escapes', { folder });
  const {
    done,
    user,
    server: parent,
  } = seen as {
    done: Record<string, string>;
    user: number;
    server: number;
  };
  expect([status, parent]).toEqual([200, process.pid]);
  const refused = /^(ERR_ACCESS_DENIED|EPERM|ERR_UNKNOWN_BUILTIN_MODULE|TypeError|-1)$/;
  expect(Object.entries(done).filter(([, outcome]) => !refused.test(outcome))).toEqual([]);
  expect(await readdir(folder)).toEqual([]);
  // If this runs as root, the function has a user of its own, not the database's.
  if (process.getuid?.() === 0) expect([0, 65534]).not.toContain(user);
  else expect(user).toBe(process.getuid?.());
  expect(inspectorUrl()).toBeUndefined();
  await rm(folder, { recursive: true });
  expect(await hello()).toEqual(greeting);
});

test('callers who disconnect release their slots', async () => {
  const leaving = new AbortController();
  const gone = Array.from({ length: 25 }, () =>
    call('sleeps', {}, { signal: leaving.signal }).catch((error: Error) => error.name),
  );
  const waiting = hello();
  leaving.abort();
  expect(new Set(await Promise.all(gone))).toEqual(new Set(['AbortError']));
  expect(await waiting).toEqual(greeting);
});

test('a body larger than 20 MiB is rejected by the gateway', async () => {
  const [status, , relay] = await call('echo', 'x'.repeat(21 * 1024 * 1024));
  expect([status, relay]).toEqual([413, 'true']);
});
