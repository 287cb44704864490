import { expect, test } from 'vitest';
import { diffTexts } from './diff-texts.ts';

test('changed words are between unchanged ones', () => {
  expect(diffTexts('Wait at low water.', 'Wait at high water.')).toEqual([
    { kind: 'same', text: 'Wait at ' },
    { kind: '-', text: 'low' },
    { kind: '+', text: 'high' },
    { kind: 'same', text: ' water.' },
  ]);
  expect(diffTexts('', 'New')).toEqual([{ kind: '+', text: 'New' }]);
  expect(diffTexts('Same', 'Same')).toEqual([{ kind: 'same', text: 'Same' }]);
});

test('a sentence that was rewritten is one change', () => {
  expect(diffTexts('Call us now. Bye', 'Write to them. Bye')).toEqual([
    { kind: '-', text: 'Call us now' },
    { kind: '+', text: 'Write to them' },
    { kind: 'same', text: '. Bye' },
  ]);
});

test('of a long text only what is near a change is shown', () => {
  const line = 'A line that stays as it is.\n';
  const before = `${line.repeat(400)}old\n${line.repeat(400)}`;
  const parts = diffTexts(before, before.replace('old', 'new'));
  expect(parts.map(({ kind }) => kind)).toEqual(['gap', 'same', '-', '+', 'same', 'gap']);
  expect(parts.reduce((sum, { text }) => sum + text.length, 0)).toBeLessThan(300);
});

test('two long texts with nothing in common are shown as a whole, within a second', () => {
  const words = (seed: number) =>
    Array.from({ length: 9_000 }, (_, i) => `${((i + 1) * seed) % 9_973}${i % 3 ? ' ' : '\n'}`).join('');
  const start = performance.now();
  const parts = diffTexts(words(31), words(77));
  expect(performance.now() - start).toBeLessThan(5_000);
  const of = (kind: string) => parts.filter((part) => part.kind === kind).map(({ text }) => text);
  expect(of('+').join('').length).toBeGreaterThan(10_000);
});
