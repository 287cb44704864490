// Runs a command's work with a connected backend; checks an email argument.
import { type ConnectionParameters, withMigrationLock } from '@fairlead/backend/database';
import { readEmbeddedConnectionParameters } from '@fairlead/backend/embedded';
import { connectBackend, connectBackendToDatabase, type ConnectedBackend } from '../boot/connect-backend.ts';
import { ensureFolderKeys } from '../boot/keys.ts';
import { readConfig, type ServerConfig, type Environment } from '../settings/config.ts';
import { configuredKeysOf } from '../settings/configured-keys-of.ts';
import { disableInfoLogs, writeLog } from '../log/write-log.ts';
import { findRunningInstance } from '../process/running-instance.mjs';

export async function withBackend(
  environment: Environment,
  work: (config: ServerConfig, connected: ConnectedBackend) => Promise<void>,
): Promise<void> {
  disableInfoLogs();
  const { config, connected } = await connectCommandToBackend(readConfig(environment));
  try {
    await work(config, connected);
  } finally {
    await connected.close();
  }
}

interface CommandBackend {
  /** SITE_URL is that of the running server, because links must use it. */
  config: ServerConfig;
  connected: ConnectedBackend;
}

/** Connects to the database of the running server, else starts one for this command. */
async function connectCommandToBackend(config: ServerConfig): Promise<CommandBackend> {
  const { SUPABASE_URL, DATABASE_URL, DATA_DIR } = config;
  const instance = SUPABASE_URL || DATABASE_URL ? null : findRunningInstance(DATA_DIR);
  const connection = instance && readEmbeddedConnectionParameters(DATA_DIR);
  if (!instance || !connection || !(await isUp(connection)))
    return { config, connected: await connectBackend(config, { seed: false }) };
  const keys = ensureFolderKeys(DATA_DIR, configuredKeysOf(config));
  const found = { ...config, SITE_URL: instance.siteUrl };
  const connected = await connectBackendToDatabase(found, { connection, keys });
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

/** Must be called before anything is opened. */
export function checkEmailArgument(email: string): void {
  if (!/^[^@\s]+@[^@\s]+$/.test(email))
    throw new Error(`${JSON.stringify(email)} is not an email address; use one such as you@example.com`);
}
