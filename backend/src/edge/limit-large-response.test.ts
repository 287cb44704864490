import { expect, test } from 'vitest';
import { limitLargeResponse } from './limit-large-response.ts';

function answerOf(bytes: number): Response {
  return new Response('x'.repeat(bytes), { status: 206, headers: { 'content-length': String(bytes) } });
}

function countPlaces() {
  const places = { taken: 0, left: 0 };
  const enter = () => {
    places.taken += 1;
    return Promise.resolve(() => void (places.left += 1));
  };
  return { places, enter };
}

test('a small response is sent as it is', async () => {
  const { places, enter } = countPlaces();
  const small = answerOf(1000);
  expect(await limitLargeResponse(small, enter)).toBe(small);
  expect(places.taken).toBe(0);
});

test('a large response holds its slot until the last chunk is read', async () => {
  const { places, enter } = countPlaces();
  const large = await limitLargeResponse(answerOf(3_000_001), enter);
  expect([large.status, large.headers.get('content-length')]).toEqual([206, '3000001']);
  const reader = large.body?.getReader();
  let bytes = (await reader?.read())?.value?.length ?? 0;
  expect(bytes).toBeLessThan(100_000);
  expect(places).toEqual({ taken: 1, left: 0 });
  for (let part = await reader?.read(); part && !part.done; part = await reader?.read())
    bytes += part.value.length;
  expect([bytes, places.left]).toEqual([3_000_001, 1]);
});

test('a reader that cancels or is too slow releases the slot', async () => {
  const { places, enter } = countPlaces();
  const left = await limitLargeResponse(answerOf(2_000_000), enter);
  await left.body?.cancel();
  expect(places.left).toBe(1);
  const slow = (await limitLargeResponse(answerOf(2_000_000), enter, 1)).body?.getReader();
  await slow?.read();
  await expect(slow?.closed).rejects.toMatchObject({ code: 'ERR_STREAM_PREMATURE_CLOSE' });
  expect(places.left).toBe(2);
});
