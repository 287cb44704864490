// Opens the PostgreSQL database: the one of DATABASE_URL or an embedded one in the data folder.
import { parseDatabaseUrl, type ConnectionParameters } from '@fairlead/backend/database';
import {
  startEmbeddedServer,
  type EmbeddedServer,
  type EmbeddedServerOptions,
} from '@fairlead/backend/embedded';
import { untilAborted } from '@fairlead/backend/errors';
import type { BackendKeys } from '@fairlead/backend/tokens';
import { ensureDataFolder } from '../process/ensure-data-folder.ts';
import { ensureFolderKeys, ensureDatabaseKeys, rereadFolderKeys, type KeyStorageOptions } from './keys.ts';

export interface OpenDatabaseOptions extends KeyStorageOptions {
  /** Whether a copied data folder may take over its original's database while no server runs there. */
  takeOver: boolean;
  /** TCP port on which an embedded database listens as well. */
  tcpPort?: number | undefined;
  /** Aborts the start. */
  signal?: AbortSignal | undefined;
  /** Called once, while the database starts. */
  onSpawned?: EmbeddedServerOptions['onSpawned'];
  /** Called with an embedded database, before it is started. */
  onOpened?: EmbeddedServerOptions['onOpened'];
  /** Called with an embedded database, before anything else changes the folder. */
  onStarted?: (embedded: EmbeddedServer) => Promise<void>;
}

export interface OpenedDatabase {
  connection: ConnectionParameters;
  /** Null for an external database, and for one that another process runs. */
  embedded: EmbeddedServer | null;
  keys: BackendKeys;
  /** Reads the stored keys again, because another process may have rotated them. */
  readKeys: () => Promise<BackendKeys>;
  /** A description for the banner. */
  location: string;
  stop: () => Promise<void>;
}

export async function openDatabase(options: OpenDatabaseOptions): Promise<OpenedDatabase> {
  return options.databaseUrl === undefined
    ? startEmbedded(options)
    : openShared(options, options.databaseUrl);
}

async function openShared(options: OpenDatabaseOptions, databaseUrl: string): Promise<OpenedDatabase> {
  options.onSpawned?.();
  // Uploaded files are stored in the data folder, also with an external database.
  ensureDataFolder(options.dataDir);
  const connection = parseDatabaseUrl(databaseUrl);
  const readKeys = (): Promise<BackendKeys> => ensureDatabaseKeys(connection, options);
  const { database, host, port } = connection;
  return {
    connection,
    embedded: null,
    // A database that does not respond must not delay the end of the process.
    keys: await (options.signal ? untilAborted(readKeys(), options.signal) : readKeys()),
    readKeys,
    location: `database ${database} on ${host}, port ${port} (DATABASE_URL); keys in its table backend.keys`,
    stop: () => Promise.resolve(),
  };
}

async function startEmbedded(options: OpenDatabaseOptions): Promise<OpenedDatabase> {
  const { dataDir, tcpPort, keys, log, takeOver, signal, onSpawned, onOpened, onStarted } = options;
  const embedded = await startEmbeddedServer({
    dataDir,
    tcpPort,
    log,
    takeOver,
    signal,
    onSpawned,
    ...(onOpened && { onOpened }),
  });
  const { connection, clusterFolder } = embedded;
  const isInside = clusterFolder.startsWith(dataDir);
  try {
    await onStarted?.(embedded);
    return {
      connection,
      embedded,
      keys: ensureFolderKeys(dataDir, keys),
      readKeys: async () => rereadFolderKeys(dataDir, keys),
      location: isInside ? dataDir : `${dataDir}, its database in ${clusterFolder}`,
      stop: () => embedded.stop(),
    };
  } catch (error) {
    await embedded.stop();
    throw error;
  }
}
