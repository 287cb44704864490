import { expect, test } from 'vitest';
import { runCleanupSteps } from './call-all.ts';

test('every step is taken in order, also after one that failed; then what failed is thrown', async () => {
  const taken: string[] = [];
  const fail = (name: string) => () => {
    taken.push(name);
    throw new Error(name);
  };
  const take = (name: string) => async () => void taken.push(name);
  await runCleanupSteps([take('a'), take('b')]);
  await expect(runCleanupSteps([fail('c'), take('d')])).rejects.toEqual(new Error('c'));
  const both = await runCleanupSteps([fail('e'), take('f'), fail('g')]).catch((error: unknown) => error);
  expect((both as AggregateError).errors).toEqual([new Error('e'), new Error('g')]);
  expect((both as AggregateError).message).toBe('Error: e; Error: g');
  expect(taken).toEqual(['a', 'b', 'c', 'd', 'e', 'f', 'g']);
});
