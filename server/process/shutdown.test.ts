import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { afterEach, expect, test } from 'vitest';

const program = fileURLToPath(new URL('shutdown-process.fixture.ts', import.meta.url));
const children = new Set<ChildProcess>();

afterEach(() => {
  for (const child of children) child.kill('SIGKILL');
  children.clear();
});

async function startServer(options: { noticeSeconds?: number; failing?: string[]; startsForever?: boolean }) {
  const child = spawn(process.execPath, [program, JSON.stringify(options)], {
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  children.add(child);
  const errors = text(child.stderr);
  let printed = '';
  child.stdout.on('data', (chunk: Buffer) => (printed += chunk.toString()));
  const ended = once(child, 'close') as Promise<[number | null]>;
  const lines = () => printed.trim().split('\n');
  await expect.poll(() => printed).toContain('\n');
  return {
    url: lines()[0] ?? '',
    child,
    /** Without the URL. */
    steps: () => lines().slice(1),
    async end() {
      const [code] = await ended;
      const logged = (await errors).split('\n').filter(Boolean);
      return {
        code,
        steps: lines().slice(1),
        logged: logged.map((line) => JSON.parse(line) as Record<string, string>),
      };
    },
  };
}

test('the steps run in reverse order, and the server ends with 0', async () => {
  const server = await startServer({});
  expect(await (await fetch(server.url)).text()).toBe('served');
  server.child.kill('SIGTERM');
  const steps = ['begin', 'backend', 'database', 'log'];
  expect(await server.end()).toEqual({ code: 0, steps, logged: [] });
});

test('a step that fails is logged, the later ones run, and the server ends with 1', async () => {
  const server = await startServer({ failing: ['begin', 'backend', 'database'] });
  server.child.kill('SIGTERM');
  const { code, steps, logged } = await server.end();
  expect([code, steps]).toEqual([1, ['begin', 'backend', 'database', 'log']]);
  expect(logged).toMatchObject(
    ['begin', 'backend', 'database'].map((name) => ({
      level: 'error',
      event: 'shutdown.step_failed',
      message: `Error: ${name} failed`,
    })),
  );
});

test('one Ctrl-C may arrive several times; another one ends the notice and requests in progress', async () => {
  const server = await startServer({ noticeSeconds: 60 });
  const rejected = expect(fetch(`${server.url}/silent`)).rejects.toThrow();
  await expect.poll(server.steps).toEqual(['request']);
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGINT'] as const) server.child.kill(signal);
  await expect.poll(server.steps).toEqual(['request', 'begin']);
  expect((await fetch(server.url)).headers.get('connection')).toBe('close');
  const impatient = setInterval(() => server.child.kill('SIGINT'), 200);
  const { code, steps } = await server.end();
  clearInterval(impatient);
  expect([code, steps]).toEqual([0, ['request', 'begin', 'backend', 'database', 'log']]);
  await rejected;
});

test('a signal during the start ends the server without output and stops what it started', async () => {
  const server = await startServer({ startsForever: true, noticeSeconds: 60 });
  expect((await fetch(server.url)).status).toBe(503);
  server.child.kill('SIGINT');
  const steps = ['begin', 'started late', 'database', 'log'];
  expect(await server.end()).toEqual({ code: 0, steps, logged: [] });
});
