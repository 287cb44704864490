import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { keepKeysInFolder, rotateKeysInFolder } from './key-store.ts';

let folder: string;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'keys-'));
});

afterAll(() => {
  rmSync(folder, { recursive: true, force: true });
});

test('P-166 a rotation puts a new key first, keeps the others and every other key, for the owner alone', () => {
  const before = keepKeysInFolder(folder);
  expect(before.signingKeys).toEqual([]);
  rotateKeysInFolder(folder);
  const first = keepKeysInFolder(folder);
  rotateKeysInFolder(folder);
  const second = keepKeysInFolder(folder);
  expect({ ...second, signingKeys: [] }).toEqual(before);
  expect(second.signingKeys).toHaveLength(2);
  expect(second.signingKeys?.[1]).toMatchObject({
    kid: first.signingKeys?.[0]?.kid,
    retiredAt: expect.any(String),
  });
  expect(statSync(join(folder, 'keys.json')).mode & 0o777).toBe(0o600);
});

test('keys that settings give stay out of the file, whatever is rotated', () => {
  const given = { jwtSecret: 'a secret of the environment', publishableKey: 'sb_publishable_given' };
  expect(keepKeysInFolder(folder, given)).toMatchObject(given);
  rotateKeysInFolder(folder);
  expect(readFileSync(join(folder, 'keys.json'), 'utf8')).not.toContain('given');
});
