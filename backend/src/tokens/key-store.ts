// Keys that are generated once, then stored in a folder or in the database.
import {
  existsSync,
  readFileSync,
  closeSync,
  fsyncSync,
  openSync,
  readdirSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join, basename, dirname } from 'node:path';
import type { ClientBase } from 'pg';
import { explainUnreadableFile } from '../errors/explain-unreadable-file.ts';
import { PermanentStartupError, StartupError } from '../errors/startup-error.ts';
import {
  generateKeys,
  type BackendKeys,
  type RetiredSecret,
  generateJwtSecret,
  generateSecretKey,
  type SecretName,
  retireSecret,
} from './keys.ts';
import { keysChangedChannel } from './refresh-keys.ts';
import { addNewSigningKey } from './signing-keys.ts';

/** Missing keys are generated once and stored. Previous ones are accepted as long as they are configured. */
export type ConfiguredKeys = {
  [
    name in Exclude<keyof BackendKeys, 'signingKeys' | 'retired'> | 'previousJwtSecret' | 'previousSecretKey'
  ]?: string | undefined;
};

function merge(configured: ConfiguredKeys, stored: BackendKeys): BackendKeys {
  const retired = [...configuredRetiredSecrets(configured, stored), ...(stored.retired ?? [])];
  const merged = {
    jwtSecret: configured.jwtSecret ?? stored.jwtSecret,
    publishableKey: configured.publishableKey ?? stored.publishableKey,
    secretKey: configured.secretKey ?? stored.secretKey,
    signingKeys: stored.signingKeys ?? [],
    ...(retired.length > 0 && { retired }),
  };
  checkDistinct(merged);
  return merged;
}

export function configuredRetiredSecrets(
  { jwtSecret, previousJwtSecret, previousSecretKey }: ConfiguredKeys,
  stored?: BackendKeys,
): RetiredSecret[] {
  const retiredAt = new Date(0).toISOString();
  // The stored secret is not in use if another one is configured, but waiting mails may be encrypted with it.
  const unused = stored?.jwtSecret;
  return [
    ...(jwtSecret && unused && jwtSecret !== unused
      ? [{ name: 'JWT_SECRET' as const, value: unused, retiredAt, acceptedUntil: retiredAt }]
      : []),
    ...(previousJwtSecret ? [{ name: 'JWT_SECRET' as const, value: previousJwtSecret, retiredAt }] : []),
    ...(previousSecretKey ? [{ name: 'SECRET_KEY' as const, value: previousSecretKey, retiredAt }] : []),
  ];
}

/** Pages contain the publishable key, so another key with the same value would be public. */
function checkDistinct({ jwtSecret, publishableKey, secretKey, retired = [] }: BackendKeys): void {
  const same = (name: string, other: string): StartupError =>
    new PermanentStartupError(`${name}: use a different value; it is the same as ${other}`);
  if (secretKey === publishableKey) throw same('SECRET_KEY', 'PUBLISHABLE_KEY');
  if (jwtSecret === publishableKey) throw same('JWT_SECRET', 'PUBLISHABLE_KEY');
  if (jwtSecret === secretKey) throw same('JWT_SECRET', 'SECRET_KEY');
  for (const { name, value } of retired)
    if (value === publishableKey) throw same(`${name}_PREVIOUS`, 'PUBLISHABLE_KEY');
}

/** Uses `keys.json` (0600) in the data folder, for one server at a time. */
export function ensureKeysInFolder(folder: string, configured: ConfiguredKeys = {}): BackendKeys {
  const file = join(folder, 'keys.json');
  if (!existsSync(file)) writeKeyFile(file, generateKeys());
  const stored = readKeys(file);
  if (stored.signingKeys?.length) return merge(configured, stored);
  // The stored keys are of a version without key pairs: a new pair signs, and the secret still verifies tokens that
  // it signed.
  const completed = { ...stored, signingKeys: addNewSigningKey([]) };
  writeKeyFile(file, completed);
  return merge(configured, completed);
}

function readKeys(file: string): BackendKeys {
  try {
    return {
      ...generateKeys(),
      signingKeys: [],
      ...(JSON.parse(readFileSync(file, 'utf8')) as Partial<BackendKeys>),
    };
  } catch (cause) {
    throw explainUnreadableFile(
      file,
      cause,
      'is not JSON: put it back from a backup, because new keys would sign everyone out',
    );
  }
}

/** Returns the keys to store in place of the given ones. */
export type KeyRotation = (stored: BackendKeys) => BackendKeys;

/** Older keys continue to verify until their tokens have expired. */
export const rotateSigningKey: KeyRotation = (stored) => ({
  ...stored,
  signingKeys: addNewSigningKey(stored.signingKeys ?? []),
});

/** Atomic: a process that is killed in between leaves either the old keys or the new ones. */
export function rotateKeysInFolder(folder: string, rotate: KeyRotation = rotateSigningKey): void {
  writeKeyFile(join(folder, 'keys.json'), rotate(ensureKeysInFolder(folder)));
}

/** In a schema that only the server's role can read; all servers of the database share the keys. */
export async function ensureKeysInDatabase(
  client: ClientBase,
  configured: ConfiguredKeys = {},
): Promise<BackendKeys> {
  await client.query('create schema if not exists backend');
  await client.query(
    'create table if not exists backend.keys (only_row boolean primary key default true check (only_row), keys jsonb not null)',
  );
  await client.query('insert into backend.keys (keys) values ($1) on conflict do nothing', [
    JSON.stringify(generateKeys()),
  ]);
  const stored = await readStoredKeys(client);
  if (stored.signingKeys?.length) return merge(configured, stored);
  // The stored keys are of a version without key pairs. The condition lets only one of several processes write;
  // running servers are notified, because they will get tokens that the new key signed.
  await client.query(
    `update backend.keys set keys = keys || jsonb_build_object('signingKeys', $1::jsonb)
     where coalesce(jsonb_array_length(keys -> 'signingKeys'), 0) = 0`,
    [JSON.stringify(addNewSigningKey([]))],
  );
  await client.query(`notify ${keysChangedChannel}`);
  return merge(configured, await readStoredKeys(client));
}

async function readStoredKeys(client: ClientBase): Promise<BackendKeys> {
  const { rows } = await client.query<{ keys: BackendKeys }>('select keys from backend.keys');
  if (rows[0]) return rows[0].keys;
  throw new StartupError('the table backend.keys holds no row: its owner must be able to write it');
}

/** The client must hold the migration lock. Running servers are notified in the same statement. */
export async function rotateKeysInDatabase(
  client: ClientBase,
  rotate: KeyRotation = rotateSigningKey,
): Promise<void> {
  const stored = rotate(await ensureKeysInDatabase(client));
  await client.query(
    `with changed as (update backend.keys set keys = $1 returning 1) select pg_notify($2, '') from changed`,
    [JSON.stringify(stored), keysChangedChannel],
  );
}

/** Written atomically, and on the disk before it returns: without its keys a server signs everyone out. */
function writeKeyFile(file: string, keys: BackendKeys): void {
  const folder = dirname(file);
  const partial = `${file}.${process.pid}`;
  writeFileSync(partial, JSON.stringify(keys, null, 2), { mode: 0o600, flush: true });
  renameSync(partial, file);
  syncFolder(folder);
  removePartials(folder, basename(file));
}

function syncFolder(folder: string): void {
  const handle = openSync(folder, 'r');
  try {
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
}

/** Removes files of processes that were killed, because they contain secrets. */
function removePartials(folder: string, name: string): void {
  for (const entry of readdirSync(folder)) {
    if (entry.startsWith(`${name}.`) && /^\d+$/.test(entry.slice(name.length + 1)))
      rmSync(join(folder, entry), { force: true });
  }
}

/** The old secret is accepted for `days`; use 0 for one that has leaked. */
export function createSecretRotation(name: SecretName, days: number, now = new Date()): KeyRotation {
  return (stored) => ({
    ...stored,
    ...(name === 'JWT_SECRET' ? { jwtSecret: generateJwtSecret() } : { secretKey: generateSecretKey() }),
    retired: retireSecret(stored, name, { days, now }),
  });
}
