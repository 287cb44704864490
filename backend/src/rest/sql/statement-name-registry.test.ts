import { expect, test } from 'vitest';
import { StatementNameRegistry } from './statement-name-registry.ts';

function second(names: StatementNameRegistry, text: string): string | undefined {
  names.name({ text, values: [] });
  return names.name({ text, values: [] }).name;
}

test('a statement gets its name the second time, while the limit allows', () => {
  const names = new StatementNameRegistry(1);
  expect(names.name({ text: 'select 1', values: [] }).name).toBeUndefined();
  expect(names.name({ text: 'select 1', values: [] }).name).toBe('rest_1');
  expect(second(names, 'select 2')).toBeUndefined();
});

test('a statement of more than 4,000 characters is never prepared', () => {
  expect(second(new StatementNameRegistry(), `select '${'x'.repeat(4_000)}'`)).toBeUndefined();
});
