import { expect, test } from 'vitest';
import { isFiltering, readFilter, readPageCount, writeFilter } from './inbox-filter.ts';

test('P-106 the search text and the status live in the address', () => {
  const filter = { term: 'ana & co', status: 'qualified', needsReply: false };
  expect(writeFilter(filter).toString()).toBe('search=ana+%26+co&status=qualified');
  expect(readFilter(writeFilter(filter))).toEqual(filter);
});

test('P-107 a status that does not exist is no filter', () => {
  expect(readFilter(new URLSearchParams('status=everything&search=%20'))).toEqual({
    term: '',
    status: null,
    needsReply: false,
  });
});

test('P-124 only a search or a status counts as filtering', () => {
  expect(isFiltering({ term: '', status: null, needsReply: false })).toBe(false);
  expect(isFiltering({ term: 'a', status: null, needsReply: false })).toBe(true);
  expect(isFiltering({ term: '', status: 'new', needsReply: false })).toBe(true);
});

test('G-9 the address says how many pages are shown; nonsense is one, too many are bounded', () => {
  const counts = ['', 'page=3', 'page=0', 'page=-2', 'page=1.5', 'page=x', 'page=99999'];
  expect(counts.map((query) => readPageCount(new URLSearchParams(query)))).toEqual([1, 3, 1, 1, 1, 1, 20]);
});

test('who needs a reply is a part of the address, beside search and status', () => {
  const filter = { term: 'ana', status: 'new', needsReply: true };
  expect(writeFilter(filter).toString()).toBe('search=ana&status=new&needs=reply');
  expect(readFilter(writeFilter(filter))).toEqual(filter);
  expect(readFilter(new URLSearchParams('needs=nothing')).needsReply).toBe(false);
});
