import { expect, test } from 'vitest';
import { isFiltering, readFilter, writeFilter } from './inbox-filter.ts';

test('P-106 the search text and the status live in the address', () => {
  const filter = { term: 'ana & co', status: 'qualified' };
  expect(writeFilter(filter).toString()).toBe('search=ana+%26+co&status=qualified');
  expect(readFilter(writeFilter(filter))).toEqual(filter);
});

test('P-107 a status that does not exist is no filter', () => {
  expect(readFilter(new URLSearchParams('status=everything&search=%20'))).toEqual({ term: '', status: null });
});

test('P-124 only a search or a status counts as filtering', () => {
  expect(isFiltering({ term: '', status: null })).toBe(false);
  expect(isFiltering({ term: 'a', status: null })).toBe(true);
  expect(isFiltering({ term: '', status: 'new' })).toBe(true);
});
