import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ClientBase } from 'pg';
import { StartupError } from '../errors/startup-error.ts';
import { signingKeysChannel } from './refresh-signing-keys.ts';
import { generateKeys, type Keys } from './keys.ts';
import { rotateSigningKeys } from './signing-keys.ts';

/** Missing ones are generated once and stored. */
export type ConfiguredKeys = { [name in Exclude<keyof Keys, 'signingKeys'>]?: string | undefined };

function merge(configured: ConfiguredKeys, stored: Keys): Keys {
  const merged = {
    jwtSecret: configured.jwtSecret ?? stored.jwtSecret,
    publishableKey: configured.publishableKey ?? stored.publishableKey,
    secretKey: configured.secretKey ?? stored.secretKey,
    signingKeys: stored.signingKeys ?? [],
  };
  checkDistinct(merged);
  return merged;
}

/** Pages contain the publishable key: another key with its value would be public. */
function checkDistinct({ jwtSecret, publishableKey, secretKey }: Keys): void {
  const same = (name: string, other: string): StartupError =>
    new StartupError(`${name}: give a value of its own, it is the same as ${other}`);
  if (secretKey === publishableKey) throw same('SECRET_KEY', 'PUBLISHABLE_KEY');
  if (jwtSecret === publishableKey) throw same('JWT_SECRET', 'PUBLISHABLE_KEY');
  if (jwtSecret === secretKey) throw same('JWT_SECRET', 'SECRET_KEY');
}

/** `keys.json` (0600) in the data folder. For one server at a time. */
export function ensureKeysInFolder(folder: string, configured: ConfiguredKeys = {}): Keys {
  const file = join(folder, 'keys.json');
  if (!existsSync(file)) writeKeys(file, generateKeys());
  const stored = readKeys(file);
  if (stored.signingKeys?.length) return merge(configured, stored);
  // Older than key pairs: a new pair signs, and the secret still verifies what it signed.
  const completed = { ...stored, signingKeys: rotateSigningKeys([]) };
  writeKeys(file, completed);
  return merge(configured, completed);
}

function readKeys(file: string): Keys {
  try {
    return {
      ...generateKeys(),
      signingKeys: [],
      ...(JSON.parse(readFileSync(file, 'utf8')) as Partial<Keys>),
    };
  } catch (cause) {
    throw new StartupError(
      `${file} cannot be read: mend it, or delete it to make new keys (signs everyone out)`,
      { cause },
    );
  }
}

/** Older keys verify until their tokens have expired. */
export function rotateKeysInFolder(folder: string): void {
  const stored = ensureKeysInFolder(folder);
  writeKeys(join(folder, 'keys.json'), {
    ...stored,
    signingKeys: rotateSigningKeys(stored.signingKeys ?? []),
  });
}

function writeKeys(file: string, keys: Keys): void {
  const partial = `${file}.${process.pid}`;
  writeFileSync(partial, JSON.stringify(keys, null, 2), { mode: 0o600 });
  renameSync(partial, file);
}

/** In a schema that only the server's role reads; all servers of the database share the keys. */
export async function ensureKeysInDatabase(
  client: ClientBase,
  configured: ConfiguredKeys = {},
): Promise<Keys> {
  await client.query('create schema if not exists backend');
  await client.query(
    'create table if not exists backend.keys (only_row boolean primary key default true check (only_row), keys jsonb not null)',
  );
  await client.query('insert into backend.keys (keys) values ($1) on conflict do nothing', [
    JSON.stringify(generateKeys()),
  ]);
  const stored = await readStoredKeys(client);
  if (stored.signingKeys?.length) return merge(configured, stored);
  // Older than key pairs. The condition lets one of several processes write; running servers are notified, because
  // they will get tokens of this key.
  await client.query(
    `update backend.keys set keys = keys || jsonb_build_object('signingKeys', $1::jsonb)
     where coalesce(jsonb_array_length(keys -> 'signingKeys'), 0) = 0`,
    [JSON.stringify(rotateSigningKeys([]))],
  );
  await client.query(`notify ${signingKeysChannel}`);
  return merge(configured, await readStoredKeys(client));
}

async function readStoredKeys(client: ClientBase): Promise<Keys> {
  const { rows } = await client.query<{ keys: Keys }>('select keys from backend.keys');
  if (rows[0]) return rows[0].keys;
  throw new StartupError('the table backend.keys holds no row: its owner must be able to write it');
}

/** The client must hold the migration lock. */
export async function rotateKeysInDatabase(client: ClientBase): Promise<void> {
  const stored = await ensureKeysInDatabase(client);
  await client.query('update backend.keys set keys = $1', [
    JSON.stringify({ ...stored, signingKeys: rotateSigningKeys(stored.signingKeys ?? []) }),
  ]);
}
