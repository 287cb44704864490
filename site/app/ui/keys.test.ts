import { expect, test } from 'vitest';
import { isComposing, shortcutKey } from './keys.ts';

test.each([
  ['s', 'KeyS', 's'],
  ['S', 'KeyS', 's'],
  ['ы', 'KeyS', 's'],
  ['Ы', 'KeyS', 's'],
  ['и', 'KeyB', 'b'],
  ['σ', 'KeyS', 's'],
  ['ש', 'KeyA', 'a'],
  // a Latin layout with other positions: the letter is used
  ['a', 'KeyQ', 'a'],
  ['é', 'KeyS', 'é'],
  ['?', 'Slash', '?'],
  ['Enter', 'Enter', 'Enter'],
  ['Dead', 'KeyS', 'Dead'],
  ['a', '', 'a'],
])('P-93 the key "%s" at %s is the shortcut "%s"', (key, code, shortcut) => {
  expect(shortcutKey({ key, code })).toBe(shortcut);
});

test('the Enter key that ends a composition is not handled as Enter, also as Safari sends it', () => {
  expect(isComposing({ isComposing: true, keyCode: 13 })).toBe(true);
  expect(isComposing({ isComposing: false, keyCode: 229 })).toBe(true);
  expect(isComposing({ isComposing: false, keyCode: 13 })).toBe(false);
});
