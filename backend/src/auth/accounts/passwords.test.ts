import { readFileSync } from 'node:fs';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { hash as bcrypt } from '@node-rs/bcrypt';
import { expect, test, vi } from 'vitest';
import type { BackendError } from '../../errors/backend-error.ts';
import { Random } from '../../../wire-tests/rest/fuzz/random.ts';
import { authConfigSchema, parseAuthConfig } from '../config.ts';
import {
  hashPassword,
  dummyPasswordHash,
  isPasswordHash,
  verifyPassword,
  runWithPasswordHashQueue,
} from './password-hash.ts';
import passwords from './password-examples.json' with { type: 'json' };
import { findPasswordWeakness, requireStrongPassword } from './password-strength.ts';

test('a new hash is argon2id in its usual form, salted, and matches its password alone', async () => {
  const [one, two] = await Promise.all([hashPassword('correct horse'), hashPassword('correct horse')]);
  expect(one).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$[A-Za-z0-9+/]{22}\$[A-Za-z0-9+/]{43}$/);
  expect(one).not.toBe(two);
  expect(await verifyPassword('correct horse', one)).toBe(true);
  expect(await verifyPassword('correct horsf', one)).toBe(false);
});

test('bcrypt hashes of GoTrue are read in all variants', async () => {
  const hash = await bcrypt('correct horse', 4);
  for (const version of ['2a', '2b', '2y']) {
    const stored = hash.replace(/^\$2[aby]\$/, `$${version}$`);
    expect(await verifyPassword('correct horse', stored)).toBe(true);
    expect(await verifyPassword('wrong', stored)).toBe(false);
  }
});

test('a sign-in without an account, a password or a readable hash takes as long as a wrong password, and fails', async () => {
  for (const stored of [undefined, null, '', 'plain', '$2a$', dummyPasswordHash]) {
    expect(await verifyPassword('', stored)).toBe(false);
    const startedMs = performance.now();
    expect(await verifyPassword('plain', stored)).toBe(false);
    expect(performance.now() - startedMs).toBeGreaterThan(3);
  }
});

test('P-169 a weak password is rejected with the reasons', () => {
  const config = authConfigSchema.parse({ password_requirements: 'lower_upper_letters_digits' });
  expect(findPasswordWeakness('aB3', config)?.reasons).toEqual(['length']);
  expect(findPasswordWeakness('abcdefgh', config)?.reasons).toEqual(['characters']);
  expect(findPasswordWeakness('abc', config)).toMatchObject({ reasons: ['length', 'characters'] });
  expect(findPasswordWeakness('abcDEF123', config)).toBeUndefined();
  expect(() => requireStrongPassword('abc', authConfigSchema.parse({}), {})).toThrow(
    'Password should be at least 6 characters.',
  );
});

test('many wrong passwords of one client address delay neither compression nor another address', async () => {
  const stored = { argon2: dummyPasswordHash, bcrypt: await bcrypt('right', 8) };
  for (const [name, hash] of Object.entries(stored)) {
    let finished = 0;
    async function guess(): Promise<void> {
      await verifyPassword('wrong', hash);
      finished += 1;
    }
    const { signal } = new AbortController();
    const guesses = runWithPasswordHashQueue('203.0.113.7', signal, () => Array.from({ length: 12 }, guess));
    await promisify(gzip)('x'.repeat(100_000));
    const finishedAtGzip = finished;
    await runWithPasswordHashQueue('203.0.113.8', signal, () => verifyPassword('wrong', hash));
    expect([finishedAtGzip, finished], name).toSatisfy(
      ([first = 12, second = 12]) => first < 6 && second < 10,
    );
    await Promise.all(guesses);
  }
});

test('nothing is hashed for a client that is gone, and a full queue is a 429', async () => {
  const leaving = new AbortController();
  const guesses = runWithPasswordHashQueue('203.0.113.9', leaving.signal, () =>
    Array.from({ length: 60 }, () => verifyPassword('wrong', dummyPasswordHash)),
  );
  leaving.abort();
  const ends = await Promise.allSettled(guesses);
  const statuses = ends.map((end) => (end.status === 'rejected' ? (end.reason as BackendError).status : 200));
  expect(new Set(statuses)).toEqual(new Set([200, 429, 499]));
  expect(statuses.filter((status) => status === 200).length).toBeLessThan(4);
});

test('an imported hash whose check would take minutes is rejected', async () => {
  const hash = await bcrypt('right', 4);
  expect([hash, hash.replace('$04$', '$14$'), hash.replace('$04$', '$15$')].map(isPasswordHash)).toEqual([
    true,
    true,
    false,
  ]);
});

test('P-169 B-234 outside local mode passwords need eight characters, and a common one is rejected', () => {
  const local = parseAuthConfig({});
  const strict = parseAuthConfig({}, { strictPasswords: true });
  for (const [password, reasons] of [
    ['tr0mbon', ['length']],
    ['123456', ['length']],
    ['password', ['pwned']],
    ['PassWord1', ['pwned']],
    ['1q2w3e4r5t', ['pwned']],
  ] as const) {
    expect(findPasswordWeakness(password, strict)?.reasons).toEqual(reasons);
    expect(findPasswordWeakness(password, local)).toBeUndefined();
  }
  for (const password of passwords.common)
    expect([password, findPasswordWeakness(password, strict)?.reasons]).toEqual([password, ['pwned']]);
  for (const password of passwords.uncommon) expect(findPasswordWeakness(password, strict)).toBeUndefined();
  expect(findPasswordWeakness('# The 3,000', strict)).toBeUndefined();
  const named = parseAuthConfig(
    {},
    {
      strictPasswords: true,
      siteName: () => 'Érable Digital',
      siteUrl: 'https://www.erable-ca.example',
      guessableNames: ['Fairlead'],
    },
  );
  for (const password of passwords.namesOfTheSite)
    expect([password, findPasswordWeakness(password, named)?.reasons]).toEqual([password, ['name']]);
  expect(findPasswordWeakness('harbour-digital-tide-table', named)).toBeUndefined();
  // A longer minimum in the project's configuration is kept.
  const longer = parseAuthConfig({ minimum_password_length: 12 }, { strictPasswords: true });
  expect(findPasswordWeakness('elevenchars', longer)?.message).toContain('12 characters');
});

test('B-272 repetitions, sequences, keyboard walks, dates and words around them are rejected, in any case and with digits around', () => {
  const strict = parseAuthConfig({}, { strictPasswords: true });
  for (const password of [...passwords.patterns, 'a'.repeat(1000)])
    expect([password, findPasswordWeakness(password, strict)?.reasons]).toEqual([password, ['pwned']]);
  for (const password of passwords.withoutPattern)
    expect([password, findPasswordWeakness(password, strict)]).toEqual([password, undefined]);
});

test('B-234 B-272 signs between the letters, look-alikes, reversed and doubled words and two words are rejected', () => {
  const strict = parseAuthConfig({}, { strictPasswords: true });
  const accepted = passwords.disguised.filter(
    (password) => !findPasswordWeakness(password, strict)?.reasons.includes('pwned'),
  );
  expect(accepted).toEqual([]);
  const owner = {
    email: 'maude.tremblay@okoye-design.example',
    data: { full_name: 'Maude Tremblay', address: '12 Rue Saint-Denis, Montréal' },
  };
  const named = parseAuthConfig({}, { strictPasswords: true, siteName: () => 'Maple Digital' });
  const taken = passwords.disguisedNames.filter(
    (password) => findPasswordWeakness(password, named, owner)?.reasons[0] === undefined,
  );
  expect(taken).toEqual([]);
});

test('B-272 passphrases of four random words and random strings of twelve or more are accepted', () => {
  const strict = parseAuthConfig(
    {},
    { strictPasswords: true, siteName: () => 'Maple Digital', guessableNames: ['Fairlead'] },
  );
  const owner = { email: 'ana@roy.example', data: { full_name: 'Ana Roy' } };
  const random = new Random(20261129);
  const list = readFileSync(new URL('common-passwords.txt', import.meta.url), 'utf8');
  const words = list.split('\n').filter((line) => /^[a-z]{4,9}$/.test(line));
  const characters = [...'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789!@#$%^&*-_.'];
  const passphrase = () =>
    Array.from({ length: 4 + random.below(2) }, () => random.pick(words)).join(
      random.pick([' ', '-', '.', '']),
    );
  const text = () => Array.from({ length: 12 + random.below(9) }, () => random.pick(characters)).join('');
  for (const make of [passphrase, text]) {
    const rejected = Array.from({ length: 1_000 }, make).filter(
      (password) => findPasswordWeakness(password, strict, owner) !== undefined,
    );
    expect(rejected).toEqual([]);
  }
});

test('B-272 a random password is never mistaken for a pattern', () => {
  const strict = parseAuthConfig({}, { strictPasswords: true });
  const random = new Random(20261128);
  const characters = [...'abcdefghijklmnopqrstuvwxyz0123456789'];
  const make = () => Array.from({ length: 10 }, () => random.pick(characters)).join('');
  const rejected = Array.from({ length: 2_000 }, make).filter(
    (password) => findPasswordWeakness(password, strict) !== undefined,
  );
  expect(rejected).toEqual([]);
});

test("B-272 a password is not the account's own name, email or number, with little beside it", () => {
  const strict = parseAuthConfig({}, { strictPasswords: true });
  const owner = {
    email: 'maude.tremblay@okoye-design.example',
    phone: '14165559728',
    data: { full_name: 'Maude Trémblay', nickname: 'Zilpha' },
  };
  for (const password of passwords.namesOfTheOwner)
    expect([password, findPasswordWeakness(password, strict, owner)?.reasons]).toEqual([password, ['name']]);
  for (const password of ['harbour tide table', 'maude-harbour-tide-4711'])
    expect(findPasswordWeakness(password, strict, owner)).toBeUndefined();
  expect(findPasswordWeakness('maude.tremblay', parseAuthConfig({}), owner)).toBeUndefined();
});

test('B-272 many and long names in the metadata cause no more work than a few', () => {
  const strict = parseAuthConfig({}, { strictPasswords: true });
  /** Characters that are normalised, which costs the most. */
  function countWork(password: string, data: Record<string, string>): number {
    const normalise = vi.spyOn(String.prototype, 'normalize');
    try {
      findPasswordWeakness(password, strict, { email: 'a@b.example', data });
      return normalise.mock.contexts.reduce<number>((sum, text) => sum + String(text).length, 0);
    } finally {
      normalise.mockRestore();
    }
  }
  const password = String.fromCodePoint(
    ...Array.from({ length: 1024 }, (_, at) => 0xac00 + ((at * 7919) % 11_000)),
  );
  const keys = Array.from({ length: 290 }, (_, at) => `name${at}`);
  const flood = Object.fromEntries(keys.map((key) => [key, 'abcd '.repeat(40) + key]));
  const known = Object.fromEntries(
    ['name', 'full_name', 'nickname'].map((key) => [key, 'word '.repeat(10_000)]),
  );
  expect(findPasswordWeakness(password, strict)).toBeUndefined();
  const usual = countWork(password, { full_name: 'Maude Tremblay' });
  expect(usual).toBeGreaterThan(password.length);
  expect(countWork(password, flood)).toBeLessThan(usual * 2);
  expect(countWork(password, known)).toBeLessThan(usual * 2);
});
