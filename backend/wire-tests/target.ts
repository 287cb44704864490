// Settings of the tests. Only this file of the tests reads the environment; README.md explains the names.
import type { BackendKeys } from '../src/tokens/keys.ts';

/** Another server to test. With migrationsSql its schema public is emptied and filled again. */
export interface Target extends BackendKeys {
  url: string;
  databaseUrl: string;
}

/** WIRE_URL; undefined: every suite starts its own server. */
export function namedTarget(): Target | undefined {
  const url = process.env['WIRE_URL'];
  if (!url) return undefined;
  return {
    url: url.replace(/\/$/, ''),
    publishableKey: required('WIRE_PUBLISHABLE_KEY'),
    secretKey: required('WIRE_SECRET_KEY'),
    jwtSecret: required('WIRE_JWT_SECRET'),
    databaseUrl: required('WIRE_DATABASE_URL'),
  };
}

/** A PostgreSQL to use instead of temporary ones. */
export function namedDatabase(): string | undefined {
  return process.env['TEST_DATABASE_URL'] || undefined;
}

/** The folder in which `npm test` keeps a database to copy from. */
export function pristineFolder(): string | undefined {
  return process.env['PRISTINE_DATA'] || undefined;
}

function required(name: string): string {
  const value = process.env[name];
  if (!value) throw new Error(`WIRE_URL is set, so ${name} is needed as well`);
  return value;
}

/** The default is the seed of every run of `npm test`. */
export function fuzzSeed(usual: number): number {
  return Number(process.env['FUZZ_SEED'] || usual);
}

/**
 * `npm run audit -- tests` runs the tests with every combination of their matrices and those with `@audit` in their
 * title, `npm test` the riskiest combinations and the other tests.
 */
export const isWholeMatrix = process.env['MATRIX'] === 'whole';

/** The riskiest combinations of a matrix, and in the audit also the others. */
export function sampleMatrix<T>(riskiest: readonly T[], others: readonly T[]): readonly T[] {
  return isWholeMatrix ? [...riskiest, ...others] : riskiest;
}

/** By default as many as `npm test` has time for; all of them in `npm run audit -- tests`. */
export function fuzzRounds(usual: number, all: number): number {
  return Number(process.env['FUZZ_ROUNDS'] || (isWholeMatrix ? all : usual));
}
