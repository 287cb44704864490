import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { defaultFunctionLimits as limits } from '../config.ts';
import { forwardToFunction } from './forward.ts';

let folder: string;
let socketPath: string;
let server: Server;
let connections = 0;
let ended = 0;

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'forward-'));
  socketPath = join(folder, 's');
  connections = 0;
  ended = 0;
  server = createServer((_request, response) => response.end('done'));
  server.on('connection', () => (connections += 1));
  await once(server.listen(socketPath), 'listening');
});

afterEach(async () => {
  await new Promise((resolve) => server.close(resolve));
  rmSync(folder, { recursive: true, force: true });
});

function call(signal?: AbortSignal): Promise<Response> {
  const request = new Request('http://localhost/', { method: 'POST', body: '{}', ...(signal && { signal }) });
  const onDone = (): void => void (ended += 1);
  return forwardToFunction(request, {
    socketPath,
    path: '/',
    host: 'localhost',
    forwardedFor: undefined,
    limits,
    onDone,
  });
}

test('each call has a connection of its own, which no earlier call has left', async () => {
  for (let calls = 0; calls < 3; calls += 1) expect(await (await call()).text()).toBe('done');
  expect(connections).toBe(3);
  await expect.poll(() => ended).toBe(3);
});

test('a caller who left while the function started sends it nothing and ends the call', async () => {
  await expect(call(AbortSignal.abort())).rejects.toMatchObject({ name: 'AbortError' });
  expect([connections, ended]).toEqual([0, 1]);
});
