import { expect, test } from 'vitest';
import { scoreForm } from './score-form.ts';

const heldFrom = 5;

test.each([
  ['a form as people send it', { trap: '', ageMs: 30_000 }, false],
  ['G-50 a form without a hint', { trap: '', ageMs: null }, false],
  ['a form sent at once', { trap: '', ageMs: 100 }, false],
  ['a form with the trap filled in, and no scripts', { trap: 'Casino', ageMs: null }, true],
  ['a form with the trap filled in, sent at once', { trap: 'Casino', ageMs: 100 }, true],
  ['a form whose trap some tool of a person filled in', { trap: 'Ana Roy', ageMs: 5_000 }, false],
  ['a form with a hint that is days old, and the trap', { trap: 'Casino', ageMs: 3 * 86_400_000 }, true],
  ['a form with a hint of tomorrow, and the trap', { trap: 'Casino', ageMs: -86_400_000 }, true],
])('B-11 %s is held back: %#', (_, signs, isHeld) => {
  expect(scoreForm(signs).score >= heldFrom).toBe(isHeld);
});

test('G-50 the absence of a hint scores nothing', () => {
  expect(scoreForm({ trap: ' ', ageMs: null })).toEqual({ score: 0, reasons: [] });
});
