import { expect, test } from 'vitest';
import { parseArgumentNames, parseFormBody, parsePayload } from './parse-payload.ts';

/** Returns how often other work of this process ran during `work`. */
async function turnsDuring(work: () => Promise<unknown>): Promise<number> {
  let turns = 0;
  let isDone = false;
  const count = (): void => {
    turns += 1;
    if (!isDone) setImmediate(count);
  };
  setImmediate(count);
  await Promise.allSettled([work()]);
  isDone = true;
  return turns;
}

const number = (from: number, to: number): number[] => Array.from({ length: to - from }, (_, i) => from + i);

// JSON.parse takes five seconds for the first two, because each object has another shape.
const pairs = `[${number(0, 330_000).map((i) => `{"x${i % 577}":1,"y${Math.floor(i / 577)}":1}`)}]`;
const manyKeys = `{${number(0, 900_000).map((i) => `"k${i}":1`)}}`;
const inOneValue = `{"name":${pairs}}`;

test.each([
  ['objects with different keys', pairs, 'application/json'],
  ['one object with many keys', manyKeys, 'application/json'],
  ['such objects in one value', inOneValue, 'application/json'],
  ['lines of csv', `name\n${'a\n'.repeat(990_000)}`, 'text/csv'],
  ['empty lines of csv', `name\n${'\n'.repeat(990_000)}`, 'text/csv'],
])('a body of %s leaves its turn to other requests', async (_, body, type) => {
  expect(await turnsDuring(() => parsePayload(body, type, null))).toBeGreaterThan(8);
  if (type === 'application/json')
    expect(await turnsDuring(() => parseArgumentNames(body))).toBeGreaterThan(8);
});

test('a line of csv or a form with more fields than a table has columns is rejected before it is built', async () => {
  const header = number(0, 900_000)
    .map((i) => `k${i}`)
    .join();
  await expect(parsePayload(`${header}\n1`, 'text/csv', null)).rejects.toMatchObject({ status: 413 });
  expect(() => parseFormBody('a=1&'.repeat(900_000))).toThrow('more than 1600 keys');
});

test('rows with different keys are a bad request', async () => {
  await expect(parsePayload('[{"a":1},{"b":1}]', null, null)).rejects.toMatchObject({ status: 400 });
});

test.each([
  ['{"id":7,"doc":{"id":8}}', null],
  ['[{"doc":{"id":8},"id":7}]', null],
  ['id,doc\n7,x', 'text/csv'],
  ['doc=x&id=7', 'application/x-www-form-urlencoded'],
])('a malformed or valid body is read up to its first row: %s', async (body, type) => {
  const { valueOf } = await parsePayload(body, type, null);
  expect(String(valueOf('id'))).toBe('7');
  expect([type ?? valueOf('doc'), valueOf('none')]).toEqual([type, undefined]);
});
