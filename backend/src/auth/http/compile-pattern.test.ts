import { expect, test } from 'vitest';
import { compileRedirectPattern } from './redirect.ts';

test.each([
  ['[~a]', '~a'],
  ['[&a]', '&a'],
  ['[|a]', '|a'],
  ['[^a]', '^a'],
  ['[[a]', '[a'],
  ['[.$*+?(){}/]', '.$*+?(){}/'],
])('P-163 the set %s matches its characters alone', (set, characters) => {
  const pattern = compileRedirectPattern(`https://${set}.example.com`);
  for (const character of characters) expect(`https://${character}.example.com`).toMatch(pattern);
  expect('https://b.example.com').not.toMatch(pattern);
  expect(`https://${set}.example.com`).not.toMatch(pattern);
});

test('P-163 a negated set matches every other character', () => {
  const pattern = compileRedirectPattern('[!~&]');
  expect('a').toMatch(pattern);
  expect('~').not.toMatch(pattern);
  expect('&').not.toMatch(pattern);
});
