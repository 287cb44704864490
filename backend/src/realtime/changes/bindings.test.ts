import { expect, test } from 'vitest';
import { RealtimeProtocolError } from '../realtime-protocol-error.ts';
import { parseChangeFilter } from './bindings.ts';
import { visibleRowsStatement } from './read-rows.ts';

const column = (name: string, type: string) => ({ name, type, kind: type });
const table = {
  oid: 1,
  schema: 'public',
  name: 'odd "table"',
  key: [column('id', 'uuid'), column('n', 'integer')],
  published: [],
  columns: [column('id', 'uuid'), column('n', 'integer'), column('a', 'text')],
  keepsOldRow: false,
  condition: null,
};

test.each([
  ['a=eq.1', [{ column: 'a', operator: 'eq', negated: false, values: ['1'] }]],
  ['a=not.neq.x.y=z', [{ column: 'a', operator: 'neq', negated: true, values: ['x.y=z'] }]],
  ['a=eq.', [{ column: 'a', operator: 'eq', negated: false, values: [''] }]],
  ['a=eq."x,y"', [{ column: 'a', operator: 'eq', negated: false, values: ['x,y'] }]],
  ['a=in.(1,"b,\\"c)",d)', [{ column: 'a', operator: 'in', negated: false, values: ['1', 'b,"c)', 'd'] }]],
  [
    'a=gt.1,n=lte.2',
    [
      { column: 'a', operator: 'gt', negated: false, values: ['1'] },
      { column: 'n', operator: 'lte', negated: false, values: ['2'] },
    ],
  ],
])('reads the filter %s', (text, conditions) => {
  expect(parseChangeFilter(text)).toEqual(conditions);
});

test.each([
  '',
  'a',
  'a=1',
  'a=eq',
  'a=toString.1',
  'a=in.1',
  'a=in.()x',
  '=eq.1',
  'a=eq.1,',
  `a=in.(${'1,'.repeat(200)}1)`,
])('refuses the filter %s', (text) => {
  expect(() => parseChangeFilter(text)).toThrow(RealtimeProtocolError);
});

test('the text of a statement contains nothing of a caller', () => {
  const evil = `'; drop table x; --`;
  const filters = [
    parseChangeFilter(`a=eq.${evil}`),
    parseChangeFilter(`no"column=eq.1`),
    parseChangeFilter('n=in.(1,2)'),
  ];
  const { text, values } = visibleRowsStatement({
    table,
    keys: [[evil, '1']],
    filters,
  });
  expect(text).not.toContain('drop');
  expect(text).not.toContain('no"column');
  expect(text).toContain('"public"."odd ""table"""');
  expect(values).toEqual([[evil], ['1'], evil, ['1', '2']]);
});

test('keys are cast before the comparison, so that an index is used behind any policy', () => {
  const { text } = visibleRowsStatement({
    table: { ...table, key: [{ name: 'id', type: 'uuid', kind: 'uuid' }] },
    keys: [['b0a3cc0e-97f5-4b8e-9f2a-3f8d2a9f3a01']],
    filters: [],
  });
  expect(text).toContain('unnest($1::uuid[])');
  expect(text).toMatch(/t\."id" = k\.key_1\s*$/);
});
