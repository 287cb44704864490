import { readDatabaseUrl, type DatabaseConnection } from '@fairlead/backend/database/connection.ts';
import { startEmbeddedServer } from '@fairlead/backend/database/embedded-server.ts';
import type { Log } from '@fairlead/backend/errors/log-entry.ts';
import type { Keys } from '@fairlead/backend/tokens/keys.ts';
import { ensureDataFolder, ensureFolderKeys, ensureSharedKeys, type KeyOptions } from './keys.ts';

export interface DatabaseOptions extends KeyOptions {
  log: Log;
  /** Whether a copied data folder may take over its original's database while no server runs there. */
  takeOver: boolean;
  /** Gives the start up. */
  signal?: AbortSignal | undefined;
}

export interface OpenDatabase {
  connection: DatabaseConnection;
  keys: Keys;
  /** As stored now: another process may have rotated the signing keys. */
  readKeys: () => Promise<Keys>;
  /** For the banner. */
  location: string;
  stop: () => Promise<void>;
}

/** The PostgreSQL of DATABASE_URL, or an embedded one in the data folder. */
export async function openDatabase(options: DatabaseOptions): Promise<OpenDatabase> {
  return options.databaseUrl === undefined
    ? startEmbedded(options)
    : openShared(options, options.databaseUrl);
}

async function openShared(options: DatabaseOptions, databaseUrl: string): Promise<OpenDatabase> {
  // For uploaded files.
  ensureDataFolder(options.dataDir);
  const connection = readDatabaseUrl(databaseUrl);
  const readKeys = (): Promise<Keys> => ensureSharedKeys(connection, options.keys);
  const { database, host, port } = connection;
  return {
    connection,
    keys: await readKeys(),
    readKeys,
    location: `database ${database} on ${host}, port ${port} (DATABASE_URL); keys in its table backend.keys`,
    stop: () => Promise.resolve(),
  };
}

async function startEmbedded(options: DatabaseOptions): Promise<OpenDatabase> {
  const { dataDir, keys, log, takeOver, signal } = options;
  const { connection, clusterFolder, stop } = await startEmbeddedServer({ dataDir, log, takeOver, signal });
  const isInside = clusterFolder.startsWith(dataDir);
  try {
    return {
      connection,
      keys: ensureFolderKeys(dataDir, keys),
      readKeys: async () => ensureFolderKeys(dataDir, keys),
      location: isInside ? dataDir : `${dataDir}, its database in ${clusterFolder}`,
      stop,
    };
  } catch (error) {
    await stop();
    throw error;
  }
}
