import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ClientBase } from 'pg';
import { StartupError } from '../errors/startup-error.ts';
import { signingKeysChannel } from './refresh-signing-keys.ts';
import { generateKeys, type Keys } from './keys.ts';
import { rotateSigningKeys } from './signing-keys.ts';

/** Keys given by settings; what is missing is made once and kept. */
export type ConfiguredKeys = { [name in Exclude<keyof Keys, 'signingKeys'>]?: string | undefined };

function merge(given: ConfiguredKeys, kept: Keys): Keys {
  const merged = {
    jwtSecret: given.jwtSecret ?? kept.jwtSecret,
    publishableKey: given.publishableKey ?? kept.publishableKey,
    secretKey: given.secretKey ?? kept.secretKey,
    signingKeys: kept.signingKeys ?? [],
  };
  checkDiffer(merged);
  return merged;
}

/** A page carries the publishable key, so another key of its value would be public. */
function checkDiffer({ jwtSecret, publishableKey, secretKey }: Keys): void {
  const same = (name: string, other: string): StartupError =>
    new StartupError(`${name}: give a value of its own, it is the same as ${other}`);
  if (secretKey === publishableKey) throw same('SECRET_KEY', 'PUBLISHABLE_KEY');
  if (jwtSecret === publishableKey) throw same('JWT_SECRET', 'PUBLISHABLE_KEY');
  if (jwtSecret === secretKey) throw same('JWT_SECRET', 'SECRET_KEY');
}

/** Keeps the keys in `keys.json` (0600) of the data folder: the embedded database has one server at a time. */
export function ensureKeysInFolder(folder: string, given: ConfiguredKeys = {}): Keys {
  const file = join(folder, 'keys.json');
  if (!existsSync(file)) writeKeys(file, generateKeys());
  const kept = readKeys(file);
  if (kept.signingKeys?.length) return merge(given, kept);
  // A folder made before key pairs: from now on a pair signs, and the secret still verifies what it signed.
  const completed = { ...kept, signingKeys: rotateSigningKeys([]) };
  writeKeys(file, completed);
  return merge(given, completed);
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

/** Makes a new key that signs from now on; the older ones verify until no token of theirs can be valid. */
export function rotateKeysInFolder(folder: string): void {
  const kept = ensureKeysInFolder(folder);
  writeKeys(join(folder, 'keys.json'), { ...kept, signingKeys: rotateSigningKeys(kept.signingKeys ?? []) });
}

function writeKeys(file: string, keys: Keys): void {
  const half = `${file}.${process.pid}`;
  writeFileSync(half, JSON.stringify(keys, null, 2), { mode: 0o600 });
  renameSync(half, file);
}

/** Keeps the keys in a schema that only the server's role reads, so that all processes of one database share them. */
export async function ensureKeysInDatabase(client: ClientBase, given: ConfiguredKeys = {}): Promise<Keys> {
  await client.query('create schema if not exists backend');
  await client.query(
    'create table if not exists backend.keys (only_row boolean primary key default true check (only_row), keys jsonb not null)',
  );
  await client.query('insert into backend.keys (keys) values ($1) on conflict do nothing', [
    JSON.stringify(generateKeys()),
  ]);
  const kept = await readKeptKeys(client);
  if (kept.signingKeys?.length) return merge(given, kept);
  // A database from before key pairs. The condition holds for one of several processes that come here at the same
  // time; servers that run already are notified, because they are about to see tokens of this key.
  await client.query(
    `update backend.keys set keys = keys || jsonb_build_object('signingKeys', $1::jsonb)
     where coalesce(jsonb_array_length(keys -> 'signingKeys'), 0) = 0`,
    [JSON.stringify(rotateSigningKeys([]))],
  );
  await client.query(`notify ${signingKeysChannel}`);
  return merge(given, await readKeptKeys(client));
}

async function readKeptKeys(client: ClientBase): Promise<Keys> {
  const { rows } = await client.query<{ keys: Keys }>('select keys from backend.keys');
  if (rows[0]) return rows[0].keys;
  throw new StartupError('the table backend.keys holds no row: its owner must be able to write it');
}

/** The same as rotateKeysInFolder, for keys in the database. The client must hold the migration lock. */
export async function rotateKeysInDatabase(client: ClientBase): Promise<void> {
  const kept = await ensureKeysInDatabase(client);
  await client.query('update backend.keys set keys = $1', [
    JSON.stringify({ ...kept, signingKeys: rotateSigningKeys(kept.signingKeys ?? []) }),
  ]);
}
