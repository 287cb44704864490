import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, test } from 'vitest';
import { isBuffered, sendBuffered, bufferedResponse } from './buffered-response.ts';

function make(): Response {
  return bufferedResponse('{"a":1}', {
    status: 206,
    headers: new Headers({ 'content-type': 'application/json' }),
  });
}

test('a buffered response reads like any other', async () => {
  const answer = make();
  expect([isBuffered(answer), answer instanceof Response, answer.status, answer.ok]).toEqual([
    true,
    true,
    206,
    true,
  ]);
  expect(answer.bodyUsed).toBe(false);
  expect(await answer.json()).toEqual({ a: 1 });
  expect(answer.bodyUsed).toBe(true);
  await expect(answer.text()).rejects.toThrow('Body is unusable');
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
  const server = createServer((request, response) => {
    const text = request.url === '/long' ? long : '{"a":1}';
    sendBuffered(bufferedResponse(text, { status: 200, headers }), response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  async function ask(path: string, encodings: string) {
    const answer = await fetch(`http://127.0.0.1:${port}${path}`, {
      headers: { 'accept-encoding': encodings },
    });
    const text = await answer.text();
    return {
      encoding: answer.headers.get('content-encoding'),
      length: Number(answer.headers.get('content-length')),
      vary: answer.headers.get('vary'),
      isRight: text === (path === '/long' ? long : '{"a":1}'),
    };
  }
  const packed = await ask('/long', 'br, gzip');
  expect(packed).toMatchObject({ encoding: 'gzip', vary: 'origin, accept-encoding', isRight: true });
  expect(packed.length).toBeLessThan(Buffer.byteLength(long) / 4);
  for (const encodings of ['identity', 'gzip;q=0', 'br']) {
    const length = Buffer.byteLength(long);
    expect(await ask('/long', encodings)).toMatchObject({ encoding: null, length, isRight: true });
  }
  expect(await ask('/short', 'gzip')).toMatchObject({ encoding: null, length: 7, isRight: true });
  server.close();
});
