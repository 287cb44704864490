import { expect, test } from 'vitest';
import { followPlace, followRange } from './follow-range.ts';

/** `a[bc]d` is a range, `|` the caret after the change. */
function follow(marked: string, changed: string) {
  const start = marked.indexOf('[');
  const range = { start, end: marked.indexOf(']') - 1 };
  const after = changed.replace('|', '');
  const next = followRange(range, marked.replaceAll(/[[\]]/g, ''), after, changed.indexOf('|'));
  return (
    next && `${after.slice(0, next.start)}[${after.slice(next.start, next.end)}]${after.slice(next.end)}`
  );
}

test.each([
  ['one [two] three', 'one two three|', 'one [two] three'],
  ['one [two]', 'one two|', 'one [two]'],
  ['one [two]', 'one twoo|', 'one [two]o'],
  ['one [two]', 'one t|two', 'one t[two]'],
  ['one [two]', '|two', '[two]'],
  ['[aaa]', 'a|aaa', 'a[aaa]'],
  ['[aaa]', 'aaaa|', '[aaa]a'],
  ['one [two] three', 'one twXo|', null],
  ['one [two] three', 'one t|wo three', 'one [two] three'],
  ['one [two] three', 'one tXX|wo three', null],
  ['one [two] three', '| three', null],
  ['one [two] three', 'zero one two three|', 'zero one [two] three'],
])('B-532 a pasted part of %j is found again in %j', (before, after, found) => {
  expect(follow(before, after)).toBe(found);
});

test.each([
  [3, 'one two', 'one two three', 13, 3],
  [4, 'one two', 'One one two', 4, 8],
  [5, 'one two', 'one', 3, 3],
])('B-534 the place %i in %j', (place, before, after, caret, next) => {
  expect(followPlace(place, before, after, caret)).toBe(next);
});
