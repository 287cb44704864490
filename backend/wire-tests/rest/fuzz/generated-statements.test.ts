import { expect, test } from 'vitest';
import { Random } from './random.ts';
import { fuzzRounds } from '../../target.ts';
import { planGeneratedQuery } from './plan-generated-query.ts';
import { unquotedText } from './unquoted-text.ts';

test('B-55 thousands of generated queries are rejected, or become SQL without unquoted text of the caller', async () => {
  const seed = 20_261_120;
  const random = new Random(seed);
  const faults: string[] = [];
  let planned = 0;
  const rounds = fuzzRounds(5_000, 20_000);
  for (let round = 0; round < rounds; round += 1) {
    const result = await planGeneratedQuery(random);
    planned += result.planned;
    if (result.fault !== null) faults.push(`seed ${seed}, round ${round}: ${result.fault}`);
  }
  expect(faults).toEqual([]);
  // The generator must reach the builder often enough for the test to mean something.
  expect(planned).toBeGreaterThan(rounds / 2);
}, 60_000);

test('the check of this file finds unquoted text', () => {
  expect(unquotedText('SELECT zq FROM "t"')).toEqual(['zq']);
  expect(unquotedText(`SELECT 'it''s' FROM "t" WHERE "a""b" = $1`)).toEqual([]);
  expect(unquotedText(`SELECT "t"."x"; FROM "t" --`)).toEqual([';', '--']);
});
