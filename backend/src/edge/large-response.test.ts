import { Hono } from 'hono';
import { expect, test } from 'vitest';
import { limitConcurrentLargeResponses } from './middleware.ts';
import { streamLargeResponse } from './responses.ts';
import { setRemoteAddress } from './client-address.ts';

function responseOf(bytes: number): Response {
  return new Response('x'.repeat(bytes), { status: 206, headers: { 'content-length': String(bytes) } });
}

function countSlots() {
  const slots = { acquired: 0, released: 0 };
  const acquire = () => {
    slots.acquired += 1;
    return Promise.resolve(() => void (slots.released += 1));
  };
  return { slots, acquire };
}

/** Requests a response of this size, as a client outside this process. */
async function request(bytes: number, acquire: () => Promise<() => void>): Promise<Response> {
  const app = new Hono();
  app.use(limitConcurrentLargeResponses({ acquire }));
  app.get('/', () => responseOf(bytes));
  const asked = new Request('http://localhost/');
  setRemoteAddress(asked, '203.0.113.1');
  return app.fetch(asked);
}

test('a small response is sent as it is, without a slot', async () => {
  const { slots, acquire } = countSlots();
  expect(await (await request(1000, acquire)).text()).toHaveLength(1000);
  expect(slots.acquired).toBe(0);
});

test('a large response holds its slot until the last chunk is read', async () => {
  const { slots, acquire } = countSlots();
  const large = await request(3_000_001, acquire);
  expect([large.status, large.headers.get('content-length')]).toEqual([206, '3000001']);
  const reader = large.body?.getReader();
  let bytes = (await reader?.read())?.value?.length ?? 0;
  expect(bytes).toBeLessThan(100_000);
  expect(slots).toEqual({ acquired: 1, released: 0 });
  for (let part = await reader?.read(); part && !part.done; part = await reader?.read())
    bytes += part.value.length;
  expect([bytes, slots.released]).toEqual([3_000_001, 1]);
});

test('a reader that cancels or is too slow releases the slot', async () => {
  let released = 0;
  const release = () => void (released += 1);
  const cancelled = await streamLargeResponse(responseOf(2_000_000), release);
  await cancelled.body?.cancel();
  expect(released).toBe(1);
  const slow = (await streamLargeResponse(responseOf(2_000_000), release, 1)).body?.getReader();
  await slow?.read();
  await expect(slow?.closed).rejects.toMatchObject({ code: 'ERR_STREAM_PREMATURE_CLOSE' });
  expect(released).toBe(2);
});

test('a large response is sent unchanged, also where its parts would cut a character', async () => {
  const text = `x${'🦊é'.repeat(300_000)}\ud800`;
  const bytes = Buffer.byteLength(text);
  const response = new Response(text, { headers: { 'content-length': String(bytes) } });
  const sent = Buffer.from(await (await streamLargeResponse(response, () => {})).arrayBuffer());
  expect(sent.equals(Buffer.from(text))).toBe(true);
});
