// Connects a command to the running server's database, or starts the database for it.
import { type ConnectionParameters, withMigrationLock } from '@fairlead/backend/database';
import { readEmbeddedConnectionParameters } from '@fairlead/backend/embedded';
import { connectBackend, connectBackendToDatabase, type ConnectedBackend } from '../boot/connect-backend.ts';
import { ensureFolderKeys } from '../boot/keys.ts';
import type { ServerConfig } from '../config.ts';
import { configuredKeysOf } from '../configured-keys-of.ts';
import { writeLog } from '../log/write-log.ts';
import { findRunningInstance } from '../running-instance.mjs';

interface CommandBackend {
  /** SITE_URL is that of the running server, because links must use it. */
  config: ServerConfig;
  connected: ConnectedBackend;
}

/** Connects to the database of the running server, else starts one for this command. */
export async function connectCommandToBackend(config: ServerConfig): Promise<CommandBackend> {
  const { SUPABASE_URL, DATABASE_URL, DATA_DIR } = config;
  const instance = SUPABASE_URL || DATABASE_URL ? null : findRunningInstance(DATA_DIR);
  const connection = instance && readEmbeddedConnectionParameters(DATA_DIR);
  if (!instance || !connection || !(await isUp(connection)))
    return { config, connected: await connectBackend(config, { seed: false }) };
  const keys = ensureFolderKeys(DATA_DIR, configuredKeysOf(config));
  const found = { ...config, SITE_URL: instance.siteUrl };
  const connected = await connectBackendToDatabase(found, {
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
async function isUp(connection: ConnectionParameters): Promise<boolean> {
  try {
    await withMigrationLock(connection, () => Promise.resolve(), { log: writeLog });
    return true;
  } catch {
    return false;
  }
}
