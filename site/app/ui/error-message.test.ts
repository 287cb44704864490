import { expect, test } from 'vitest';
import { errorMessage } from './error-message.ts';

test.each([
  'Failed to fetch',
  'TypeError: Failed to fetch',
  'NetworkError when attempting to fetch resource.',
  'Load failed',
  'error loading dynamically imported module: https://site.example/assets/dashboard-1.js',
  'Importing a module script failed.',
  'Unable to preload CSS for https://site.example/assets/dashboard-1.css',
  '',
])('P-117 a failed request has a plain message: %j', (message) => {
  expect(errorMessage(new Error(message))).toBe("We couldn't reach the server. Try again in a moment.");
});

test('P-117 a readable message of the server is shown unchanged', () => {
  expect(errorMessage(new Error('Not for you.'))).toBe('Not for you.');
});

test.each([
  'new row violates row-level security policy for table "leads"',
  'permission denied for table leads',
])('P-117 a denial by a policy has a plain message: %s', (message) => {
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
])('P-117 P-123 an unreadable response has a plain message: %.40j', (message) => {
  expect(errorMessage(new Error(message))).toBe('Something went wrong on our end. Try again in a moment.');
});

test('P-117 the reason that a function gives for a denial is shown', () => {
  const denied = { code: '42501', message: 'The lead is locked', details: null };
  expect(errorMessage(Object.assign(new Error(), denied))).toBe('The lead is locked');
});

test.each(['23514', '22001', '40P01', '57014', 'XX000', 'PGRST116'])(
  'P-117 a message of the database itself is never shown: %s',
  (code) => {
    const message = 'new row for relation "posts" violates check constraint "posts_title_length"';
    expect(errorMessage(Object.assign(new Error(message), { code }))).toBe(
      'Something went wrong on our end. Try again in a moment.',
    );
  },
);

test('P-117 the caller’s meaning of an error code has precedence over the general one', () => {
  const taken = { code: '23505', message: 'duplicate key value violates unique constraint', details: null };
  expect(errorMessage(taken, { 23505: 'That name is taken.' })).toBe('That name is taken.');
  expect(errorMessage(taken)).toBe('Something went wrong on our end. Try again in a moment.');
});
