import { mkdtempSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { setUpFolder } from '../../wire-tests/set-up.ts';
import { ensureKeysInFolder, rotateKeysInFolder } from './key-store.ts';
import { generateKeys } from './keys.ts';
import { signJwt, signAccessToken, verifyJwt } from './jwt.ts';
import { publicJwks } from './signing-keys.ts';

const folder = setUpFolder();

test('P-166 a rotation puts a new signing key first and keeps all others; only the owner may read the file', () => {
  const before = ensureKeysInFolder(folder);
  rotateKeysInFolder(folder);
  const after = ensureKeysInFolder(folder);
  expect({ ...after, signingKeys: before.signingKeys }).toEqual(before);
  expect(after.signingKeys).toHaveLength(2);
  expect(after.signingKeys?.[1]).toMatchObject({
    kid: before.signingKeys?.[0]?.kid,
    retiredAt: expect.any(String),
  });
  expect(statSync(join(folder, 'keys.json')).mode & 0o777).toBe(0o600);
});

test('P-166 the first start generates a key pair; an older folder gets one, and its older tokens stay valid', () => {
  expect(ensureKeysInFolder(folder).signingKeys?.[0]?.privateJwk.crv).toBe('P-256');
  const { signingKeys: _, ...withoutPairs } = generateKeys();
  for (const made of [withoutPairs, { ...withoutPairs, signingKeys: [] }]) {
    const old = mkdtempSync(join(folder, 'old-'));
    writeFileSync(join(old, 'keys.json'), JSON.stringify(made));
    const token = signAccessToken({ sub: 'a', exp: 4_000_000_000 }, made);
    const keys = ensureKeysInFolder(old);
    expect(keys).toEqual({ ...made, signingKeys: [expect.objectContaining({ kid: expect.any(String) })] });
    expect(ensureKeysInFolder(old)).toEqual(keys);
    expect(verifyJwt(token, keys).ok).toBe(true);
    expect(Buffer.from(signAccessToken({}, keys).split('.')[0] ?? '', 'base64url').toString()).toContain(
      'ES256',
    );
  }
});

test('P-166 a configured JWT secret verifies; the key pair still signs', () => {
  const configured = { jwtSecret: 'a secret of the environment, 32 bytes or more' };
  const keys = ensureKeysInFolder(folder, configured);
  expect(verifyJwt(signJwt({ role: 'anon' }, configured.jwtSecret), keys).ok).toBe(true);
  expect(publicJwks(keys.signingKeys ?? []).keys[0]).toMatchObject({ alg: 'ES256' });
});

test('keys from the configuration are never written to the file, not even by a rotation', () => {
  const configured = { jwtSecret: 'a secret of the environment', publishableKey: 'sb_publishable_given' };
  expect(ensureKeysInFolder(folder, configured)).toMatchObject(configured);
  rotateKeysInFolder(folder);
  expect(readFileSync(join(folder, 'keys.json'), 'utf8')).not.toContain('given');
});

test('a configured key that equals another key is rejected without showing it', () => {
  const { publishableKey, secretKey } = ensureKeysInFolder(folder);
  for (const configured of [
    { secretKey: publishableKey },
    { publishableKey: secretKey },
    { jwtSecret: 'one key for all', secretKey: 'one key for all' },
  ]) {
    const keep = () => ensureKeysInFolder(folder, configured);
    expect(keep).toThrow(/^[A-Z_]+_(KEY|SECRET): use a different value/);
    expect(keep).not.toThrow(/sb_|one key/);
  }
});
