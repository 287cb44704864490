import { generateKeyPairSync } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { setUpFolder } from '../../wire-tests/set-up.ts';
import { generateKeys, type BackendKeys } from './keys.ts';
import { refreshKeys, prependProjectSigningKeys } from './refresh-keys.ts';
import { readProjectSigningKeys, addNewSigningKey } from './signing-keys.ts';

const folder = setUpFolder();

function read(content: unknown): ReturnType<typeof readProjectSigningKeys> {
  const text = typeof content === 'string' ? content : JSON.stringify(content);
  writeFileSync(join(folder, 'signing_keys.json'), text);
  return readProjectSigningKeys(folder, { signing_keys_path: './signing_keys.json' });
}

function jwk(type: 'P-256' | 'P-384' | 1024 | 2048, kid: string): object {
  const { privateKey } =
    typeof type === 'number'
      ? generateKeyPairSync('rsa', { modulusLength: type })
      : generateKeyPairSync('ec', { namedCurve: type });
  return { ...privateKey.export({ format: 'jwk' }), kid, use: 'sig', key_ops: ['sign', 'verify'], ext: true };
}

test('P-166 the file of the Supabase CLI is read; its first key signs, before the stored ones', async () => {
  const configured = read([jwk('P-256', 'one'), jwk(2048, 'two')]);
  expect(configured.map(({ kid }) => kid)).toEqual(['one', 'two']);
  const stored = addNewSigningKey([]);
  const keys: BackendKeys = { ...generateKeys(), signingKeys: stored };
  prependProjectSigningKeys(keys, configured);
  prependProjectSigningKeys(keys, configured);
  expect(keys.signingKeys?.map(({ kid }) => kid)).toEqual(['one', 'two', stored[0]?.kid]);
  const rotated = addNewSigningKey(stored);
  await refreshKeys(
    { keys, readKeys: async () => ({ ...keys, signingKeys: rotated }) },
    configured,
    () => {},
  );
  expect(keys.signingKeys?.map(({ kid }) => kid)).toEqual(['one', 'two', ...rotated.map(({ kid }) => kid)]);
});

test('without the setting there are no project keys', () => {
  expect(readProjectSigningKeys(folder, undefined)).toEqual([]);
  expect(readProjectSigningKeys(folder, { signing_keys_path: '' })).toEqual([]);
});

test.each([
  ['no file at all', undefined],
  ['no JSON', '{'],
  ['no list', {}],
  ['an empty list', []],
  ['a public key', [{ ...jwk('P-256', 'x'), d: undefined }]],
  ['a key without kid', [{ ...jwk('P-256', 'x'), kid: undefined }]],
  ['another curve', [jwk('P-384', 'x')]],
  ['a weak RSA key', [jwk(1024, 'x')]],
  ['a shared secret', [{ kty: 'oct', k: 'c2VjcmV0', kid: 'x', d: 'x' }]],
])('the error about %s names the setting without the content', (_what, content) => {
  if (content === undefined) {
    expect(() => readProjectSigningKeys(folder, { signing_keys_path: './none.json' })).toThrow(
      /signing_keys_path/,
    );
    return;
  }
  expect(() => read(content)).toThrow(/signing_keys_path\) must be a list of private keys/);
});
