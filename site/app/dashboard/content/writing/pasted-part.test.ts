import { expect, test } from 'vitest';
import { findChange, followPart, followPlace, type PastedPart } from './pasted-part.ts';

/** `a[bc]d` is the pasted part, `|` the caret after the change. */
function follow(marked: string, changed: string): string {
  const start = marked.indexOf('[');
  const part: PastedPart = {
    start,
    end: marked.indexOf(']') - 1,
    plain: '',
    isChanged: false,
    images: [],
  };
  const after = changed.replace('|', '');
  const change = findChange(marked.replaceAll(/[[\]]/g, ''), after, changed.indexOf('|'));
  if (!followPart(part, change)) return 'gone';
  const shown = `${after.slice(0, part.start)}[${after.slice(part.start, part.end)}]${after.slice(part.end)}`;
  return part.isChanged ? `${shown} changed` : shown;
}

test.each([
  ['one [two] three', 'one two three|', 'one [two] three'],
  ['one [two]', 'one two|', 'one [two]'],
  ['one [two]', 'one twoo|', 'one [two]o'],
  ['one [two]', 'one t|two', 'one t[two]'],
  ['one [two]', '|two', '[two]'],
  ['[aaa]', 'a|aaa', 'a[aaa]'],
  ['[aaa]', 'aaaa|', '[aaa]a'],
  ['one [two] three', 'zero one two three|', 'zero one [two] three'],
  ['one [two] three', 'one twXo|', 'one [tw]Xo changed'],
  ['one [two] three', 'one tXX|wo three', 'one [tXXwo] three changed'],
  ['one [two] three', 'X|o three', 'X[o] three changed'],
  ['one [two] three', '| three', 'gone'],
  ['one [two] three', 'one X| three', 'gone'],
  ['[two]', '|', 'gone'],
  ['one [] three', 'one| three', 'one[] three'],
])('B-532 a pasted part of %j is found again in %j', (before, after, found) => {
  expect(follow(before, after)).toBe(found);
});

test.each([
  [3, 'one two', 'one two three', 13, 3],
  [4, 'one two', 'One one two', 4, 8],
  [7, 'one two', 'one tw', 6, 6],
  [5, 'one two', 'one', 3, null],
  [3, 'one two', '', 0, null],
])('B-534 an image that waits at %i of %j', (place, before, after, caret, next) => {
  expect(followPlace(place, findChange(before, after, caret))).toBe(next);
});
