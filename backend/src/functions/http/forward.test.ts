import { once } from 'node:events';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { beforeEach, expect, onTestFinished, test } from 'vitest';
import { folderForTest } from '../../../wire-tests/set-up.ts';
import { defaultFunctionLimits as limits } from '../config.ts';
import { forwardToFunction } from './forward.ts';

let socketPath: string;
let connections = 0;
let ended = 0;

beforeEach(async () => {
  socketPath = join(folderForTest(), 's');
  connections = 0;
  ended = 0;
  const server = createServer((_request, response) => response.end('done'));
  server.on('connection', () => (connections += 1));
  await once(server.listen(socketPath), 'listening');
  onTestFinished(() => new Promise((resolve) => void server.close(() => resolve())));
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
