import { expect, test } from 'vitest';
import { limitBody } from './limit-body.ts';

/** A body without content-length, and a count of the bytes read. */
function endless() {
  const read = { bytes: 0 };
  const body = new ReadableStream<Uint8Array>({
    pull(controller) {
      read.bytes += 1000;
      controller.enqueue(new Uint8Array(1000));
    },
  });
  const init = { method: 'POST', body, duplex: 'half' } as RequestInit;
  return { read, request: new Request('https://site.example/team-links', init) };
}

test('reading an endless body fails soon', async () => {
  const { read, request } = endless();
  await expect(limitBody(request, 10_000)?.text()).rejects.toThrow('longer');
  expect(read.bytes).toBeLessThan(100_000);
});

test('a content-length over the limit is denied before anything is read', () => {
  const headers = { 'content-length': '1048577' };
  expect(limitBody(new Request('https://site.example/', { method: 'POST', headers, body: 'a' }))).toBeNull();
});

test('a body within the limit is read as it was sent, headers too', async () => {
  const headers = { 'content-type': 'application/json', authorization: 'Bearer a' };
  const sent = new Request('https://site.example/x', { method: 'POST', headers, body: '{"a":"é"}' });
  const read = limitBody(sent);
  expect([read?.method, read?.headers.get('authorization'), await read?.text()]).toEqual([
    'POST',
    'Bearer a',
    '{"a":"é"}',
  ]);
});
