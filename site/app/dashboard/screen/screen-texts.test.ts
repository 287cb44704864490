import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { registerDatabaseErrorTexts, errorMessage } from '../../ui/error-message.ts';
import { errorTexts } from '../../ui/error-texts.ts';
import { databaseErrorTexts } from './screen-texts.ts';

registerDatabaseErrorTexts(databaseErrorTexts);

test('P-117 an error that a database function raises is shown with the site’s own text', () => {
  const refused = { code: 'P0001', details: 'last_owner', message: 'raise: last owner', hint: null };
  expect(errorMessage(Object.assign(new Error(), refused))).toBe(
    "The last owner can't be removed. Make someone else an owner first.",
  );
});

test('every reason that a database function names has a text in the catalogue', () => {
  const declared = globSync('supabase/schemas/*/*.sql', { cwd: `${import.meta.dirname}/../../../..` });
  const named = declared.flatMap((file) => {
    const sql = readFileSync(`${import.meta.dirname}/../../../../${file}`, 'utf8');
    return [...sql.matchAll(/detail = '(\w+)'/g)].map(([, name]) => name ?? '');
  });
  expect(named.length).toBeGreaterThan(10);
  expect([...new Set(named)].toSorted()).toEqual(
    Object.keys({ ...errorTexts.raised, ...databaseErrorTexts }).toSorted(),
  );
});
