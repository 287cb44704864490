import { expect, test } from 'vitest';
import { scoreSpamSignals } from './collect-and-sign-lead-facts.ts';

const quarantineFrom = 5;

test.each([
  ['an ordinary form', { honeypot: '', ageMs: 30_000 }, false],
  ['G-50 a form without a hint', { honeypot: '', ageMs: null }, false],
  ['a form sent at once', { honeypot: '', ageMs: 100 }, false],
  ['a filled honeypot without scripts', { honeypot: 'Casino', ageMs: null }, true],
  ['a filled honeypot, sent at once', { honeypot: 'Casino', ageMs: 100 }, true],
  ['a honeypot that a tool of the visitor filled in', { honeypot: 'Ana Roy', ageMs: 5_000 }, false],
  ['a filled honeypot and a hint that is days old', { honeypot: 'Casino', ageMs: 3 * 86_400_000 }, true],
  ['a filled honeypot and a hint of tomorrow', { honeypot: 'Casino', ageMs: -86_400_000 }, true],
])('B-11 %s is quarantined: %#', (_, signs, isQuarantined) => {
  expect(scoreSpamSignals(signs).score >= quarantineFrom).toBe(isQuarantined);
});

test('G-50 a lead without a time hint gets no points for it', () => {
  expect(scoreSpamSignals({ honeypot: ' ', ageMs: null })).toEqual({ score: 0, reasons: [] });
});
