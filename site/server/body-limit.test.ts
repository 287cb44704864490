import { expect, test } from 'vitest';
import { withinBodyLimit } from './body-limit.ts';

/** A body that never says how long it is, and counts what was taken of it. */
function endless() {
  const taken = { bytes: 0 };
  const body = new ReadableStream<Uint8Array>({
    pull(controller) {
      taken.bytes += 1000;
      controller.enqueue(new Uint8Array(1000));
    },
  });
  const init = { method: 'POST', body, duplex: 'half' } as RequestInit;
  return { taken, request: new Request('https://site.example/team-links', init) };
}

test('a body without an end is an error to whoever reads it, soon', async () => {
  const { taken, request } = endless();
  await expect(withinBodyLimit(request, 10_000)?.text()).rejects.toThrow('longer');
  expect(taken.bytes).toBeLessThan(100_000);
});

test('a length that is announced too long is refused before anything is read', () => {
  const headers = { 'content-length': '1048577' };
  expect(
    withinBodyLimit(new Request('https://site.example/', { method: 'POST', headers, body: 'a' })),
  ).toBeNull();
});

test('what fits is read as it was sent, headers too', async () => {
  const headers = { 'content-type': 'application/json', authorization: 'Bearer a' };
  const sent = new Request('https://site.example/x', { method: 'POST', headers, body: '{"a":"é"}' });
  const read = withinBodyLimit(sent);
  expect([read?.method, read?.headers.get('authorization'), await read?.text()]).toEqual([
    'POST',
    'Bearer a',
    '{"a":"é"}',
  ]);
});
