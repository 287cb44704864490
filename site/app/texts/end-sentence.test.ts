import { expect, test } from 'vitest';
import { endSentence } from './end-sentence.ts';

test.each([
  ['Last sent Nov 23, 2026, 3:30 p.m.', 'Last sent Nov 23, 2026, 3:30 p.m.'],
  ['Last sent Nov 23, 2026, 15:30', 'Last sent Nov 23, 2026, 15:30.'],
])('a sentence ends with one full stop: %s', (words, sentence) => {
  expect(endSentence(words)).toBe(sentence);
});
