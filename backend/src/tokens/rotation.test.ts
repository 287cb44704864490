import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { setUpFolder } from '../../wire-tests/set-up.ts';
import { ensureKeysInFolder, rotateKeysInFolder, createSecretRotation } from './key-store.ts';
import { roleOfOpaqueKey } from './resolve-key.ts';
import { acceptedSecrets, knownJwtSecrets } from './keys.ts';
import { signJwt, verifyJwt } from './jwt.ts';

const day = 86_400_000;
const folder = setUpFolder();

test('a rotated secret is accepted for its days, then only decrypts, then is deleted', () => {
  const before = ensureKeysInFolder(folder);
  rotateKeysInFolder(folder, createSecretRotation('JWT_SECRET', 3));
  const after = ensureKeysInFolder(folder);
  expect(after.jwtSecret).not.toBe(before.jwtSecret);
  expect(after).toMatchObject({ secretKey: before.secretKey, signingKeys: before.signingKeys });
  const token = signJwt({ role: 'anon' }, before.jwtSecret);
  expect(verifyJwt(token, after, Date.now() + 2 * day).ok).toBe(true);
  expect(verifyJwt(token, after, Date.now() + 4 * day)).toMatchObject({ ok: false, reason: 'signature' });
  const later = createSecretRotation('JWT_SECRET', 3, new Date(Date.now() + 5 * day))(after);
  expect(knownJwtSecrets(later)).toEqual([later.jwtSecret, after.jwtSecret, before.jwtSecret]);
  const muchLater = createSecretRotation('JWT_SECRET', 3, new Date(Date.now() + 20 * day))(later);
  expect(knownJwtSecrets(muchLater)).toEqual([muchLater.jwtSecret, later.jwtSecret]);
});

test('a leaked secret key is rejected at once; the new one is as long as any', () => {
  const before = ensureKeysInFolder(folder);
  rotateKeysInFolder(folder, createSecretRotation('SECRET_KEY', 0));
  const after = ensureKeysInFolder(folder);
  expect(roleOfOpaqueKey(before.secretKey, after)).toBeUndefined();
  expect(roleOfOpaqueKey(after.secretKey, after)).toBe('service_role');
  expect(after.secretKey).toHaveLength(before.secretKey.length);
});

test('former secrets from the environment are accepted while they are there; the publishable key never is', () => {
  const own = mkdtempSync(join(folder, 'own-'));
  const { publishableKey } = ensureKeysInFolder(own);
  const configured = {
    jwtSecret: 'n'.repeat(32),
    previousJwtSecret: 'o'.repeat(32),
    previousSecretKey: 's'.repeat(20),
  };
  const keys = ensureKeysInFolder(own, configured);
  expect(acceptedSecrets(keys, 'JWT_SECRET', Date.now() + 9_999 * day)).toEqual([
    'n'.repeat(32),
    'o'.repeat(32),
  ]);
  expect(roleOfOpaqueKey('s'.repeat(20), keys)).toBe('service_role');
  expect(readFileSync(join(own, 'keys.json'), 'utf8')).not.toMatch(/o{32}|s{20}/);
  expect(() => ensureKeysInFolder(own, { previousSecretKey: publishableKey })).toThrow(
    /^SECRET_KEY_PREVIOUS: /,
  );
});

test('a secret of the environment that replaces the stored one still decrypts what that encrypted', () => {
  const own = mkdtempSync(join(folder, 'own-'));
  const { jwtSecret } = ensureKeysInFolder(own);
  const keys = ensureKeysInFolder(own, { jwtSecret: 'n'.repeat(32) });
  expect(knownJwtSecrets(keys)).toEqual(['n'.repeat(32), jwtSecret]);
  expect(verifyJwt(signJwt({ role: 'anon' }, jwtSecret), keys).ok).toBe(false);
});

test('kill -9 in the middle of rotations leaves whole keys, and the next one removes what it left', async () => {
  const own = mkdtempSync(join(folder, 'killed-'));
  ensureKeysInFolder(own);
  const code = `
    const { rotateKeysInFolder } = await import(${JSON.stringify(new URL('key-store.ts', import.meta.url).href)});
    const { createSecretRotation } = await import(${JSON.stringify(new URL('key-store.ts', import.meta.url).href)});
    process.stdout.write('ready');
    for (;;) rotateKeysInFolder(${JSON.stringify(own)}, createSecretRotation('JWT_SECRET', 0, new Date(0)));`;
  for (let round = 0; round < 3; round++) {
    const child = spawn(process.execPath, ['--input-type=module', '-e', code], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    await once(child.stdout, 'data');
    const before = readFileSync(join(own, 'keys.json'), 'utf8');
    await expect.poll(() => readFileSync(join(own, 'keys.json'), 'utf8') !== before).toBe(true);
    child.kill('SIGKILL');
    await once(child, 'exit');
    expect(ensureKeysInFolder(own).jwtSecret).toHaveLength(64);
  }
  writeFileSync(join(own, 'keys.json.999999'), '{"jwtSecret":');
  rotateKeysInFolder(own);
  expect(readdirSync(own)).toEqual(['keys.json']);
});
