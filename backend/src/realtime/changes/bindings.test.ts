import { expect, test } from 'vitest';
import { RealtimeProtocolError } from '../realtime-protocol-error.ts';
import { parseChangeFilter } from './bindings.ts';
import { visibleImagesStatement } from './read-images.ts';

const column = (name: string, type: string) => ({ name, type, kind: type });
const table = {
  oid: 1,
  schema: 'public',
  name: 'odd "table"',
  key: [column('id', 'uuid'), column('n', 'integer')],
  published: [],
  parents: [],
  columns: [column('id', 'uuid'), column('n', 'integer'), column('a', 'text')],
  keepsOldRow: false,
  attributes: 3,
  condition: 'true',
  isNameable: true,
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
  const { text, filterValues } = visibleImagesStatement({ table, filters });
  expect(text).not.toContain('drop');
  expect(text).not.toContain('no"column');
  expect(text).toContain('"public"."odd ""table"""');
  expect(filterValues).toEqual([evil, ['1', '2']]);
});
