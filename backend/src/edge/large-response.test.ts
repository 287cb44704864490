import { Hono } from 'hono';
import { expect, test } from 'vitest';
import { createErrorHandler, limitUnreadLargeResponses } from './middleware.ts';
import { streamLargeResponse } from './responses.ts';
import { setRemoteAddress } from './client-address.ts';
import { createUnsentByteBudget, type HoldUnsentBytes } from './unsent-bytes.ts';

function responseOf(bytes: number): Response {
  return new Response('x'.repeat(bytes), { status: 206, headers: { 'content-length': String(bytes) } });
}

const mebibyte = 1024 * 1024;
const limits = { addressBytes: 6 * mebibyte, totalBytes: 8 * mebibyte, stalledMs: 0 };

function startApp(hold: HoldUnsentBytes) {
  const app = new Hono();
  app.onError(createErrorHandler(() => {}));
  app.use(limitUnreadLargeResponses(hold));
  app.all('/:bytes', (c) => responseOf(Number(c.req.param('bytes'))));
  /** Requests a response of this size, as a client outside this process. */
  return (bytes: number, address = '203.0.113.1', method = 'GET') => {
    const asked = new Request(`http://localhost/${bytes}`, { method });
    setRemoteAddress(asked, address);
    return app.fetch(asked);
  };
}

test('a small response is sent unchanged and not counted as large', async () => {
  const request = startApp(() => {
    throw new Error('counted');
  });
  expect(await (await request(1000)).text()).toHaveLength(1000);
});

test('a large response is sent as it is read, and counts until its last chunk or until it is cancelled', async () => {
  const counted: number[] = [];
  const release = () => void counted.push(0);
  const request = startApp(() => ({ set: (bytes) => counted.push(bytes) > 0, release }));
  const large = await request(3_000_001);
  expect([large.status, large.headers.get('content-length')]).toEqual([206, '3000001']);
  const reader = large.body?.getReader();
  let bytes = (await reader?.read())?.value?.length ?? 0;
  expect(bytes).toBeLessThan(100_000);
  expect(counted).toEqual([3_000_001, 3_000_001 - bytes]);
  for (let part = await reader?.read(); part && !part.done; part = await reader?.read())
    bytes += part.value.length;
  expect(bytes).toBe(3_000_001);
  await (await request(2_000_000)).body?.cancel();
  expect(counted).toEqual([...counted.slice(0, -3).toSorted((one, other) => other - one), 0, 2_000_000, 0]);
});

test('B-269 of unread responses of one address the oldest makes room for the newest, others are sent', async () => {
  const request = startApp(createUnsentByteBudget(limits));
  const other = await request(2 * mebibyte, '203.0.113.2');
  const mine = [];
  for (let count = 0; count < 5; count += 1) mine.push(await request(2 * mebibyte));
  const cut = { code: 'ERR_STREAM_PREMATURE_CLOSE' };
  await expect(mine[0]?.text()).rejects.toMatchObject(cut);
  await expect(mine[1]?.text()).rejects.toMatchObject(cut);
  for (const kept of [other, ...mine.slice(2)]) expect(await kept.text()).toHaveLength(2 * mebibyte);
});

test('B-269 of responses that are read none is cut: the newest waits for its turn', async () => {
  const request = startApp(createUnsentByteBudget({ ...limits, stalledMs: 60_000 }));
  const size = 2.5 * mebibyte;
  const readers = [];
  for (let count = 0; count < 3; count += 1) {
    const reader = (await request(size)).body!.getReader();
    let received = 0;
    while (received < mebibyte) received += (await reader.read()).value!.length;
    readers.push({ reader, received });
  }
  const refused = await request(3 * mebibyte);
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '5']);
  expect(await refused.json()).toMatchObject({ code: 'too_many_downloads' });
  for (const { reader, received } of readers) {
    let bytes = received;
    for (let part = await reader.read(); !part.done; part = await reader.read()) bytes += part.value.length;
    expect(bytes).toBe(size);
  }
  expect(await (await request(3 * mebibyte)).text()).toHaveLength(3 * mebibyte);
});

test('B-269 the response to a change is never refused because of its size', async () => {
  const request = startApp(createUnsentByteBudget({ ...limits, stalledMs: 60_000 }));
  const unread = [await request(3 * mebibyte), await request(3 * mebibyte)];
  expect(await (await request(2 * mebibyte, undefined, 'POST')).text()).toHaveLength(2 * mebibyte);
  await expect(unread[0]?.text()).rejects.toThrow();
  expect(await unread[1]?.text()).toHaveLength(3 * mebibyte);
});

test('B-269 in all, the address with the most unread bytes makes room', async () => {
  const request = startApp(createUnsentByteBudget(limits));
  const first = await request(2 * mebibyte, '203.0.113.9');
  const greedy = [await request(2 * mebibyte), await request(3 * mebibyte)];
  const last = await request(2 * mebibyte, '203.0.113.8');
  await expect(greedy[0]?.text()).rejects.toThrow();
  for (const kept of [first, last]) expect(await kept.text()).toHaveLength(2 * mebibyte);
  expect(await greedy[1]?.text()).toHaveLength(3 * mebibyte);
});

test('a large response is sent unchanged, also where its parts would cut a character', async () => {
  const text = `x${'🦊é'.repeat(300_000)}\ud800`;
  const uncounted = { set: () => true, release() {} };
  const bytes = Buffer.byteLength(text);
  const response = new Response(text, { headers: { 'content-length': String(bytes) } });
  const sent = Buffer.from(await (await streamLargeResponse(response, () => uncounted)).arrayBuffer());
  expect(sent.equals(Buffer.from(text))).toBe(true);
});
