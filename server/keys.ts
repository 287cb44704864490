import { readDatabaseUrl, type DatabaseConnection } from '@fairlead/backend/database/connection.ts';
import { explainFolderError } from '@fairlead/backend/database/embedded/folder-errors.ts';
import { makeFolder } from '@fairlead/backend/database/embedded/make-folder.ts';
import { withMigrationLock } from '@fairlead/backend/database/migrate.ts';
import {
  ensureKeysInDatabase,
  ensureKeysInFolder,
  type ConfiguredKeys,
} from '@fairlead/backend/tokens/key-store.ts';
import type { Keys } from '@fairlead/backend/tokens/keys.ts';
import type { Settings } from './config.ts';

/** Keys that settings give win over those that are kept. */
function givenKeys({ JWT_SECRET, PUBLISHABLE_KEY, SECRET_KEY }: Settings): ConfiguredKeys {
  return { jwtSecret: JWT_SECRET, publishableKey: PUBLISHABLE_KEY, secretKey: SECRET_KEY };
}

/** Keys not given are made once: beside the embedded database, whose folder is made when missing. */
export function openFolderKeys(settings: Settings): Keys {
  makeDataFolder(settings);
  try {
    return ensureKeysInFolder(settings.DATA_DIR, givenKeys(settings));
  } catch (error) {
    throw explainFolderError(settings.DATA_DIR, error);
  }
}

/** Throws one line that names the setting and the fix. */
export function makeDataFolder({ DATA_DIR }: Pick<Settings, 'DATA_DIR'>): void {
  try {
    makeFolder(DATA_DIR, process.getuid?.() === 0 ? 0o711 : 0o700);
  } catch (error) {
    throw explainFolderError(DATA_DIR, error);
  }
}

/** The keys as they are kept now: another process may have rotated those that sign. */
export async function readKeysAgain(settings: Settings): Promise<Keys> {
  const { DATABASE_URL } = settings;
  return DATABASE_URL ? (await openSharedDatabase(settings, DATABASE_URL)).keys : openFolderKeys(settings);
}

/** The database of DATABASE_URL with the keys inside, which all its servers share. */
export async function openSharedDatabase(
  settings: Settings,
  databaseUrl: string,
): Promise<{ connection: DatabaseConnection; keys: Keys }> {
  const connection = readDatabaseUrl(databaseUrl);
  try {
    const keys = await withMigrationLock(connection, (client) =>
      ensureKeysInDatabase(client, givenKeys(settings)),
    );
    return { connection, keys };
  } catch (error) {
    if (/^[A-Z_]+: /.test((error as Error).message)) throw error;
    // A database of one's own is named by one setting: whatever is wrong with it is mended there.
    throw new Error(`DATABASE_URL: ${(error as Error).message}`, { cause: error });
  }
}
