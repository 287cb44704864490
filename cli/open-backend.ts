import type { DatabaseConnection } from '@fairlead/backend/database/connection.ts';
import { embeddedConnectionOf } from '@fairlead/backend/database/embedded-server.ts';
import { withMigrationLock } from '@fairlead/backend/database/migrate.ts';
import { boot, makeEngine, type Engine } from '../server/boot.ts';
import { openFolderKeys } from '../server/keys.ts';
import { findRunning } from '../server/running-instance.mjs';
import type { Settings } from '../server/config.ts';

/** For the verbs: the database of the server that runs, else one started for this errand. */
export async function borrowEngine(settings: Settings): Promise<Engine> {
  const running = settings.SUPABASE_URL || settings.DATABASE_URL ? null : findRunning(settings.DATA_DIR);
  const connection = running && embeddedConnectionOf(settings.DATA_DIR);
  if (!running || !connection || !(await answers(connection))) return boot(settings, { seed: false });
  // Links name the address it has, whatever this command's own environment would make of it.
  settings.SITE_URL = running.siteUrl;
  const stop = (): Promise<void> => Promise.resolve();
  return makeEngine(settings, openFolderKeys(settings), { connection, whereabouts: settings.DATA_DIR, stop });
}

/** Whether the database is there, waiting for a server that still migrates it. */
async function answers(connection: DatabaseConnection): Promise<boolean> {
  try {
    await withMigrationLock(connection, () => Promise.resolve());
    return true;
  } catch {
    return false;
  }
}
