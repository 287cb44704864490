import { expect, test } from 'vitest';
import { contentRange, rangeStatus } from './response-settings.ts';
import { httpStatusOfDatabaseError } from './render-error.ts';

test.each([
  [0, 3, null, '0-2/*'],
  [2, 3, 9, '2-4/9'],
  [0, 0, null, '*/*'],
  [0, 0, 0, '*/0'],
  [5, 0, 5, '*/5'],
] as const)('Content-Range of offset %d, rows %d, total %s', (offset, rows, total, expected) => {
  expect(contentRange(offset, rows, total)).toBe(expected);
});

test('the status is 206 only for a part of a known total', () => {
  expect([rangeStatus(2, null), rangeStatus(2, 2), rangeStatus(2, 3), rangeStatus(0, 0)]).toEqual([
    200, 200, 206, 200,
  ]);
});

test.each([
  ['42501', '', true, 401],
  ['42501', '', false, 403],
  ['23505', '', true, 409],
  ['23514', '', true, 400],
  ['P0001', '', true, 400],
  ['P0002', '', true, 500],
  ['PT404', '', true, 404],
  ['PTxyz', '', true, 500],
  ['21000', 'UPDATE requires a WHERE clause', true, 400],
  ['21000', 'more than one row returned by a subquery', true, 500],
  ['57014', '', true, 500],
  ['54000', 'number of array dimensions exceeds the maximum allowed (6)', true, 400],
  ['XX000', 'tsquery stack too small', true, 400],
  ['XX000', 'cache lookup failed', true, 500],
  ['08006', '', true, 503],
  ['22P02', '', true, 400],
  ['ZZ999', '', true, 400],
] as const)('P-170 SQLSTATE %s (%s, anonymous %s) is HTTP %d', (code, message, anonymous, status) => {
  expect(httpStatusOfDatabaseError(code, message, anonymous)).toBe(status);
});
