import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { type DatabaseConnection, withMigrationLock } from '@fairlead/backend/database';
import type { Log } from '@fairlead/backend/errors';
import { explainFolderError, makeFolder } from '@fairlead/backend/embedded';
import {
  ensureKeysInDatabase,
  ensureKeysInFolder,
  type ConfiguredKeys,
  type Keys,
} from '@fairlead/backend/tokens';

export interface SharedKeysOptions {
  /** Without it the database is in the data folder. */
  databaseUrl: string | undefined;
  dataDir: string;
  /** Win over the stored ones; what is in neither is generated and stored. */
  keys: ConfiguredKeys;
  log: Log;
}

export function ensureFolderKeys(dataDir: string, keys: ConfiguredKeys): Keys {
  ensureDataFolder(dataDir);
  try {
    return ensureKeysInFolder(dataDir, keys);
  } catch (error) {
    throw explainFolderError(dataDir, error);
  }
}

/** For a running server, which must not make new ones: everyone would be signed out. */
export function rereadFolderKeys(dataDir: string, keys: ConfiguredKeys): Keys {
  const file = join(dataDir, 'keys.json');
  if (!existsSync(file)) throw new Error(`${file} is gone; put it back from a backup before the next start`);
  return ensureKeysInFolder(dataDir, keys);
}

/** Throws one line that names DATA_DIR and the fix. */
export function ensureDataFolder(dataDir: string): void {
  try {
    makeFolder(dataDir, process.getuid?.() === 0 ? 0o711 : 0o700);
  } catch (error) {
    throw explainFolderError(dataDir, error);
  }
}

export async function ensureSharedKeys(
  connection: DatabaseConnection,
  { keys, log }: Pick<SharedKeysOptions, 'keys' | 'log'>,
): Promise<Keys> {
  try {
    return await withMigrationLock(connection, (client) => ensureKeysInDatabase(client, keys), { log });
  } catch (error) {
    if (/^[A-Z_]+: /.test((error as Error).message)) throw error;
    // Whatever is wrong with this database, DATABASE_URL is where to fix it.
    throw new Error(`DATABASE_URL: ${(error as Error).message}`, { cause: error });
  }
}
