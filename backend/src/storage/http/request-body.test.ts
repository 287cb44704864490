import { expect, test } from 'vitest';
import { z } from 'zod';
import { readStorageBody } from './request-body.ts';

function read(body: string): Promise<unknown> {
  return readStorageBody(new Request('http://localhost', { method: 'POST', body }), z.looseObject({}));
}

test('a body of very many keys is rejected before it is parsed, which would take long', async () => {
  const pairs = Array.from({ length: 40_000 }, (_, n) => `{"x${n % 200}":1,"y${n}":1}`).join();
  await expect(read(`{"list":[${pairs}]}`)).rejects.toThrow('more than 1000 objects and keys');
});

test('a thousand paths with colons are read', async () => {
  const prefixes = Array.from({ length: 1_000 }, (_, n) => `a:b/{"x" ${n}`);
  expect(await read(JSON.stringify({ prefixes }))).toEqual({ prefixes });
});
