import { expect, test } from 'vitest';
import { readLeadValues } from '../../lead/lead-fields.ts';
import { reuseOrCreateLeadAttempt } from './use-lead-form.ts';

const values = { ...readLeadValues(new FormData()), name: 'Ana', message: 'Hello' };

test('G-50 the key is a random uuid', () => {
  const { key } = reuseOrCreateLeadAttempt(values, null);
  expect(key).toMatch(/^[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/);
  expect(reuseOrCreateLeadAttempt(values, null).key).not.toBe(key);
});

test('G-50 the same content keeps its key', () => {
  const first = reuseOrCreateLeadAttempt(values, null);
  expect(reuseOrCreateLeadAttempt({ ...values }, first)).toBe(first);
});

test('G-50 another content gets another key, which names the one that it replaces', () => {
  const first = reuseOrCreateLeadAttempt(values, null);
  const second = reuseOrCreateLeadAttempt({ ...values, message: 'Hello again' }, first);
  const third = reuseOrCreateLeadAttempt(values, second);
  expect(new Set([first.key, second.key, third.key]).size).toBe(3);
  expect(third.replaces).toEqual([first.key, second.key]);
});
