// Loads or generates the server's keys; applies key rotations; derives the key that signs headers.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { type ConnectionParameters, withMigrationLock } from '@fairlead/backend/database';
import type { LogWriter } from '@fairlead/backend/errors';
import { explainFolderError } from '@fairlead/backend/embedded';
import {
  ensureKeysInDatabase,
  ensureKeysInFolder,
  type ConfiguredKeys,
  type BackendKeys,
  acceptedSecrets,
} from '@fairlead/backend/tokens';
import type { Backend } from '@fairlead/backend';
import type { BackendAccess } from '../../site/app/data/backend-context.ts';
import { createSecretKeyClient, storeHeaderSigningKeys } from '../../site/app/data/server-settings.ts';
import { ensureDataFolder } from '../process/ensure-data-folder.ts';
import { createHmac } from 'node:crypto';

export interface KeyStorageOptions {
  /** If undefined, the database is in the data folder. */
  databaseUrl: string | undefined;
  dataDir: string;
  /** Override the stored ones; a key that is in neither is generated and stored. */
  keys: ConfiguredKeys;
  log: LogWriter;
}

export function ensureFolderKeys(dataDir: string, keys: ConfiguredKeys): BackendKeys {
  ensureDataFolder(dataDir);
  try {
    return ensureKeysInFolder(dataDir, keys);
  } catch (error) {
    throw explainFolderError(dataDir, error);
  }
}

/**
 * Reads the keys again for a running server. Throws if the file is missing, because new keys would sign everyone out.
 */
export function rereadFolderKeys(dataDir: string, keys: ConfiguredKeys): BackendKeys {
  const file = join(dataDir, 'keys.json');
  if (!existsSync(file)) throw new Error(`${file} is gone; put it back from a backup before the next start`);
  return ensureKeysInFolder(dataDir, keys);
}

export async function ensureDatabaseKeys(
  connection: ConnectionParameters,
  { keys, log }: Pick<KeyStorageOptions, 'keys' | 'log'>,
): Promise<BackendKeys> {
  try {
    return await withMigrationLock(connection, (client) => ensureKeysInDatabase(client, keys), { log });
  } catch (error) {
    if (/^[A-Z_]+: /.test((error as Error).message)) throw error;
    // Other errors concern the database, so they name the setting of its address.
    throw new Error(`DATABASE_URL: ${(error as Error).message}`, { cause: error });
  }
}

// Interval after which a failed registration of the header key is tried again.
const retryMs = 10_000;

type HeaderKeys = Pick<BackendAccess, 'headerKey' | 'previousHeaderKey'>;

export function headerSigningKeysOf(keys: BackendKeys): HeaderKeys {
  const [current = '', previous] = acceptedSecrets(keys, 'SECRET_KEY');
  const retired = keys.retired?.find(({ name, value }) => name === 'SECRET_KEY' && value === previous);
  return {
    headerKey: deriveHeaderSigningKey(current),
    previousHeaderKey: retired
      ? { value: deriveHeaderSigningKey(retired.value), validUntil: retired.acceptedUntil ?? 'infinity' }
      : null,
  };
}

interface RotatedServer {
  access: BackendAccess;
  keys: BackendKeys;
  /** Null on a hosted project, which rotates its own. */
  backend: Pick<Backend, 'onKeysChange'> | null;
}

/** The database stores the new key before this process signs with it. */
export function updateHeaderKeysOnRotation({ access, keys, backend }: RotatedServer): void {
  const client = createSecretKeyClient(access, keys);
  async function follow(): Promise<void> {
    const next = headerSigningKeysOf(keys);
    const problem = await storeHeaderSigningKeys(client, next);
    if (problem === undefined) return void Object.assign(access, next);
    console.error(`the database does not have the key of the site's headers yet: ${problem}`);
    setTimeout(() => void follow(), retryMs).unref();
  }
  backend?.onKeysChange(follow);
}

/**
 * The key with which the server signs headers and the database verifies them (table server_keys). Derived from the
 * secret key: the same in all processes of a deployment, and different in others.
 */
export function deriveHeaderSigningKey(secretKey: string): string {
  return createHmac('sha256', secretKey).update('lead header').digest('hex');
}
