import { expect, test } from 'vitest';
import { readLeadValues } from '../../lead/lead-fields.ts';
import { nextLeadAttempt } from './use-lead-form.ts';

const values = { ...readLeadValues(new FormData()), name: 'Ana', message: 'Hello' };

test('G-50 the key is a random uuid', () => {
  const { key } = nextLeadAttempt(values, null);
  expect(key).toMatch(/^[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/);
  expect(nextLeadAttempt(values, null).key).not.toBe(key);
});

test('G-50 the same content keeps its key', () => {
  const first = nextLeadAttempt(values, null);
  expect(nextLeadAttempt({ ...values }, first)).toBe(first);
});

test('G-50 another content is another key, and remembers what it replaces', () => {
  const first = nextLeadAttempt(values, null);
  const second = nextLeadAttempt({ ...values, message: 'Hello again' }, first);
  const third = nextLeadAttempt(values, second);
  expect(new Set([first.key, second.key, third.key]).size).toBe(3);
  expect(third.replaces).toEqual([first.key, second.key]);
});
