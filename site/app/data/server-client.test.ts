import { RouterContextProvider } from 'react-router';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { backendContext, type BackendAccess } from './backend-context.ts';
import { serverClient } from './server-client.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const unavailable = { code: 'database_unavailable', message: 'The database cannot be reached.' };

/** Reads from a backend that responds after `replyMs`; returns the result, the number of requests and the time. */
async function readThrough(replyMs: number, reply: (count: number) => Response | Error) {
  let count = 0;
  const send = (): Promise<Response> =>
    new Promise((done, fail) => {
      count += 1;
      const result = reply(count);
      setTimeout(() => (result instanceof Error ? fail(result) : done(result)), replyMs);
    });
  const context = new RouterContextProvider();
  const access = { url: 'http://backend.example', publishableKey: 'sb_publishable_test', fetch: send };
  context.set(backendContext, access as unknown as BackendAccess);
  const start = performance.now();
  const reading = serverClient(context)
    .from('posts')
    .select('id')
    .then((result) => ({ ...result, count, tookMs: performance.now() - start }));
  await vi.advanceTimersByTimeAsync(120_000);
  return reading;
}

const failed = () => Response.json(unavailable, { status: 503 });

test('a slow 503 is not retried', async () => {
  const { error, count, tookMs } = await readThrough(10_000, failed);
  expect(error?.code).toBe('database_unavailable');
  expect(count).toBe(1);
  expect(tookMs).toBeLessThan(11_000);
});

test('reads are retried while the database restarts, for a few seconds at most', async () => {
  const restarted = await readThrough(5, (count) => (count < 3 ? failed() : Response.json([{ id: 'a' }])));
  expect(restarted).toMatchObject({ data: [{ id: 'a' }], count: 3 });
  const outage = await readThrough(5, failed);
  expect(outage.error?.code).toBe('database_unavailable');
  expect(outage.tookMs).toBeLessThan(3_500);
});

test('a network error is retried too', async () => {
  const once = await readThrough(5, (count) =>
    count === 1 ? new TypeError('fetch failed') : Response.json([{ id: 'a' }]),
  );
  expect(once.data).toEqual([{ id: 'a' }]);
  const outage = await readThrough(5, () => new TypeError('fetch failed'));
  expect(outage.error?.message).toContain('fetch failed');
  expect(outage.tookMs).toBeLessThan(3_500);
});
