import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { connect } from 'node:net';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterEach, expect, test } from 'vitest';

let child: ChildProcess | undefined;
let output = '';

afterEach(async () => {
  if (!child || child.exitCode !== null) return;
  child.kill('SIGKILL');
  await once(child, 'exit');
});

async function start(...args: string[]): Promise<string> {
  child = fork(join(import.meta.dirname, 'uncaught-process.fixture.ts'), args, {
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
  });
  output = '';
  child.stderr?.on('data', (chunk: Buffer) => (output += chunk.toString()));
  const [url] = (await once(child, 'message')) as [string];
  return url;
}

async function send(url: string, path: string, ...lines: string[]): Promise<string> {
  const socket = connect(Number(new URL(url).port), '127.0.0.1');
  socket.on('error', () => {});
  socket.write([`GET ${path} HTTP/1.1`, 'host: x', ...lines, '', ''].join('\r\n'));
  return text(socket);
}

test('B-190 a fault in one request is logged and ends no other: handlers, observers, listeners, promises', async () => {
  const url = await start();
  const close = 'connection: close';
  for (const path of [
    '/response-close',
    '/socket-close',
    '/rejection',
    '/timer',
    '/error-event',
    '/abort-event',
    '/observer',
  ])
    expect([path, await send(url, path, close)]).toEqual([path, expect.stringContaining('served')]);
  expect(await send(url, '/handler', close)).toMatch(
    /^HTTP\/1\.1 500 .*Its log names the cause under [0-9a-f-]{36}/s,
  );
  expect(await send(url, '/rest/v1/x', close)).toMatch(/^HTTP\/1\.1 500 /);
  expect(await send(url, '/realtime/v1/websocket', 'connection: upgrade', 'upgrade: websocket')).toBe('');
  expect(await send(url, '/', close)).toContain('served');
  await expect.poll(() => output).toMatch(/request\.uncaught.*planted/);
  expect(output).toContain('"listener.failed"');
  expect(child?.exitCode).toBeNull();
});

test('B-190 a fault in the work of the program itself ends it, for a restart', async () => {
  await start('fail');
  const [code] = (await once(child as ChildProcess, 'exit')) as [number];
  // With this code the fixture ends, if its handler is called; Node itself ends with 1.
  expect(code).toBe(7);
  expect(output).toMatch(/process\.failed.*planted/);
});
