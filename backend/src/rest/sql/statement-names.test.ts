import { expect, test } from 'vitest';
import { StatementNames } from './statement-names.ts';

function second(names: StatementNames, text: string): string | undefined {
  names.name({ text, values: [] });
  return names.name({ text, values: [] }).name;
}

test('a statement gets its name the second time, while there is room', () => {
  const names = new StatementNames(1);
  expect(names.name({ text: 'select 1', values: [] }).name).toBeUndefined();
  expect(names.name({ text: 'select 1', values: [] }).name).toBe('rest_1');
  expect(second(names, 'select 2')).toBeUndefined();
});

test('a text as long as only hostile callers write is never kept prepared', () => {
  expect(second(new StatementNames(), `select '${'x'.repeat(4_000)}'`)).toBeUndefined();
});
