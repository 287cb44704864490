import { createServer } from 'node:http';
import { expect, test } from 'vitest';
import { listenOnLoopback } from '../../fakes/listen-on-loopback.ts';
import { isBufferedResponse, sendIfBuffered, createBufferedResponse } from './responses.ts';

function make(): Response {
  return createBufferedResponse('{"a":1}', {
    status: 206,
    headers: new Headers({ 'content-type': 'application/json' }),
  });
}

test('a buffered response reads like any other', async () => {
  const response = make();
  expect([isBufferedResponse(response), response instanceof Response, response.status, response.ok]).toEqual([
    true,
    true,
    206,
    true,
  ]);
  expect(response.bodyUsed).toBe(false);
  expect(await response.json()).toEqual({ a: 1 });
  expect(response.bodyUsed).toBe(true);
  await expect(response.text()).rejects.toThrow('Body is unusable');
  expect(await make().text()).toBe('{"a":1}');
  expect(Buffer.from(await make().arrayBuffer()).toString()).toBe('{"a":1}');
  const copy = new Response(make().body, make());
  expect([copy.status, copy.headers.get('content-type'), await copy.text()]).toEqual([
    206,
    'application/json',
    '{"a":1}',
  ]);
  expect(await make().clone().text()).toBe('{"a":1}');
});

test('a long text is compressed for clients that accept gzip, and sent as it is to others', async () => {
  const long = JSON.stringify(Array.from({ length: 200 }, (_, id) => ({ id, name: 'Zoë Roy' })));
  const headers = new Headers({ 'content-type': 'application/json', vary: 'origin' });
  const server = createServer((incoming, response) => {
    const text = incoming.url === '/long' ? long : '{"a":1}';
    sendIfBuffered(createBufferedResponse(text, { status: 200, headers }), response);
  });
  const { url, close } = await listenOnLoopback(server);
  async function fetchEncoded(path: string, encodings: string) {
    const response = await fetch(url + path, {
      headers: { 'accept-encoding': encodings },
    });
    const text = await response.text();
    return {
      encoding: response.headers.get('content-encoding'),
      length: Number(response.headers.get('content-length')),
      vary: response.headers.get('vary'),
      isRight: text === (path === '/long' ? long : '{"a":1}'),
    };
  }
  const packed = await fetchEncoded('/long', 'br, gzip');
  expect(packed).toMatchObject({ encoding: 'gzip', vary: 'origin, accept-encoding', isRight: true });
  expect(packed.length).toBeLessThan(Buffer.byteLength(long) / 4);
  for (const encodings of ['identity', 'gzip;q=0', 'br']) {
    const length = Buffer.byteLength(long);
    expect(await fetchEncoded('/long', encodings)).toMatchObject({ encoding: null, length, isRight: true });
  }
  expect(await fetchEncoded('/short', 'gzip')).toMatchObject({ encoding: null, length: 7, isRight: true });
  await close();
});
