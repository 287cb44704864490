import { httpStatusOfDatabaseError } from '@fairlead/backend/testing';
import { expect, test } from 'vitest';
import { setUpTestDatabase } from './test-database.ts';

const database = setUpTestDatabase();

test('B-191 what a function refuses on purpose is an error of the caller, never 500 or above', async () => {
  const rows = await database.query(
    `select proname as name, prosrc as source from pg_proc
     where pronamespace = any (array['public', 'private']::regnamespace[]) and prosrc ~* 'raise'`,
  );
  const raised = rows.flatMap(({ name, source }) =>
    [...String(source).matchAll(/\berrcode\s*=\s*'?(\w+)|\braise\s+sqlstate\s+'(\w+)'/gi)].map(
      ([, code, state]) => ({ name: String(name), code: code ?? state ?? '' }),
    ),
  );
  expect(raised.length).toBeGreaterThan(50);
  // The name of a condition hides its code.
  const faults = raised.filter(
    ({ code }) => !/^[0-9A-Z]{5}$/.test(code) || httpStatusOfDatabaseError(code, '', false) >= 500,
  );
  expect(faults).toEqual([]);
});
