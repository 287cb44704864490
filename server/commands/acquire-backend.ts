// Connects a command to the running server's database, or starts the database for it.
import { type DatabaseConnection, withMigrationLock } from '@fairlead/backend/database';
import { readEmbeddedConnection } from '@fairlead/backend/embedded';
import { connectBackend, connectToDatabase, type ConnectedBackend } from '../boot/connect-backend.ts';
import { ensureFolderKeys } from '../boot/keys.ts';
import type { ServerConfig } from '../config.ts';
import { readConfiguredKeys } from '../read-configured-keys.ts';
import { writeLog } from '../log/write-log.ts';
import { findRunningInstance } from '../running-instance.mjs';

interface AcquiredBackend {
  /** SITE_URL is that of the running server, because links must use it. */
  config: ServerConfig;
  connected: ConnectedBackend;
}

/** Connects to the database of the running server, else starts one for this command. */
export async function acquireBackend(config: ServerConfig): Promise<AcquiredBackend> {
  const { SUPABASE_URL, DATABASE_URL, DATA_DIR } = config;
  const instance = SUPABASE_URL || DATABASE_URL ? null : findRunningInstance(DATA_DIR);
  const connection = instance && readEmbeddedConnection(DATA_DIR);
  if (!instance || !connection || !(await isUp(connection)))
    return { config, connected: await connectBackend(config, { seed: false }) };
  const keys = ensureFolderKeys(DATA_DIR, readConfiguredKeys(config));
  const found = { ...config, SITE_URL: instance.siteUrl };
  const connected = await connectToDatabase(found, {
    connection,
    embedded: null,
    keys,
    readKeys: () => Promise.resolve(keys),
    location: DATA_DIR,
    stop: () => Promise.resolve(),
  });
  return { config: found, connected };
}

/** Waits for a server that is still migrating the database. */
async function isUp(connection: DatabaseConnection): Promise<boolean> {
  try {
    await withMigrationLock(connection, () => Promise.resolve(), { log: writeLog });
    return true;
  } catch {
    return false;
  }
}
