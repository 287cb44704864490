import { expect, test } from 'vitest';
import { z } from 'zod';
import { readAuthBody } from './read-body.ts';

function read(body: string): Promise<unknown> {
  return readAuthBody(new Request('http://localhost', { method: 'POST', body }), z.looseObject({}));
}

test('a body of very many keys is rejected before it is parsed, which would take long', async () => {
  const pairs = Array.from({ length: 3_000 }, (_, n) => `{"x${n}":1,"y${n}":1}`).join();
  await expect(read(`{"data":{"list":[${pairs}]}}`)).rejects.toMatchObject({ status: 413 });
  await expect(
    read(`{${Array.from({ length: 1_500 }, (_, n) => `"k${n}" :1`).join()}}`),
  ).rejects.toMatchObject({
    status: 413,
  });
});

test('a body as large as an account may store is read', async () => {
  const data = Object.fromEntries(Array.from({ length: 400 }, (_, n) => [`key ${n}`, 'a: {b}']));
  expect(await read(JSON.stringify({ data }))).toEqual({ data });
});
