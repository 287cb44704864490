import { expect, test } from 'vitest';
import { movedPosition } from './use-kept-caret.ts';

test.each([
  ['a paragraph above it is longer', 'One.\n\nTwo.', 'One and more.\n\nTwo.'],
  ['paragraphs above and below it changed', 'One.\n\nTwo.\n\nThree.', 'Zero.\n\nOne!\n\nTwo.\n\nThird.'],
  ['an equal line is above it', 'Two.\n\nOne.\n\nTwo.', 'Two.\n\nOne, longer.\n\nTwo.'],
])('B-520 the caret stays in its line when %s', (_case, before, after) => {
  const [position, expected] = [before, after].map((text) => text.lastIndexOf('Two.') + 2);
  expect(movedPosition(before, after, position ?? 0)).toBe(expected);
});

test('B-520 the caret of a line that is gone stays in the text', () => {
  expect(movedPosition('A long line.', 'Short.', 10)).toBe(6);
});
