import { expect, test } from 'vitest';
import { errorMessage } from './error-message.ts';

test.each([
  'Failed to fetch',
  'TypeError: Failed to fetch',
  'NetworkError when attempting to fetch resource.',
  'Load failed',
  '',
])('P-117 a server that did not answer is told in plain words: %j', (message) => {
  expect(errorMessage(new Error(message))).toBe("We couldn't reach the server. Try again in a moment.");
});

test('P-117 what a server said is told as it was said', () => {
  expect(errorMessage(new Error('Not for you.'))).toBe('Not for you.');
});

test.each([
  'new row violates row-level security policy for table "leads"',
  'permission denied for table leads',
])('P-117 a policy that stands in the way is told in plain words: %s', (message) => {
  expect(errorMessage(new Error(message))).toBe('You no longer have permission to do this. Ask an owner.');
});

test.each([
  '<html><h1>502 Bad Gateway</h1></html>',
  '{}',
  'undefined',
  '[object Object]',
  "Cannot read properties of null (reading 'reply_count')",
  `Unexpected token '<', "<!DOCTYPE" is not valid JSON`,
  'x'.repeat(301),
])('P-117 P-123 a response that nobody can read is told in plain words: %.40j', (message) => {
  expect(errorMessage(new Error(message))).toBe('Something went wrong on our end. Try again in a moment.');
});
