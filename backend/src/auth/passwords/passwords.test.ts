import { hash as bcrypt } from '@node-rs/bcrypt';
import { expect, test } from 'vitest';
import { authConfigSchema } from '../config.ts';
import { hashPassword, unmatchableHash } from './hash-password.ts';
import { findWeakness, requireStrength } from './password-strength.ts';
import { verifyPassword } from './verify-password.ts';

test('a new hash is argon2id in its usual form, salted, and matches its password alone', async () => {
  const [one, two] = await Promise.all([hashPassword('correct horse'), hashPassword('correct horse')]);
  expect(one).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$[A-Za-z0-9+/]{22}\$[A-Za-z0-9+/]{43}$/);
  expect(one).not.toBe(two);
  expect(await verifyPassword('correct horse', one)).toBe(true);
  expect(await verifyPassword('correct horsf', one)).toBe(false);
});

test('bcrypt hashes of GoTrue are read in all their spellings', async () => {
  const hash = await bcrypt('correct horse', 4);
  for (const version of ['2a', '2b', '2y']) {
    const stored = hash.replace(/^\$2[aby]\$/, `$${version}$`);
    expect(await verifyPassword('correct horse', stored)).toBe(true);
    expect(await verifyPassword('wrong', stored)).toBe(false);
  }
});

test('no account, no password and an unreadable hash do the work of a check and never match', async () => {
  for (const stored of [undefined, null, '', 'plain', '$2a$', unmatchableHash]) {
    expect(await verifyPassword('', stored)).toBe(false);
    const startedMs = performance.now();
    expect(await verifyPassword('plain', stored)).toBe(false);
    expect(performance.now() - startedMs).toBeGreaterThan(3);
  }
});

test('P-169 weakness is told with its reasons', () => {
  const config = authConfigSchema.parse({ password_requirements: 'lower_upper_letters_digits' });
  expect(findWeakness('aB3', config)?.reasons).toEqual(['length']);
  expect(findWeakness('abcdefgh', config)?.reasons).toEqual(['characters']);
  expect(findWeakness('abc', config)).toMatchObject({ reasons: ['length', 'characters'] });
  expect(findWeakness('abcDEF123', config)).toBeUndefined();
  expect(() => requireStrength('abc', authConfigSchema.parse({}))).toThrow(
    'Password should be at least 6 characters.',
  );
});
