// Boots the backend: opens the database, applies migrations, runs seed files, watches key rotation.
import { type LogWriter, PermanentStartupError, runCleanupSteps } from '@fairlead/backend/errors';
import { allowDirectLogin, readUpgradeRecord } from '@fairlead/backend/embedded';
import type { Backend } from '@fairlead/backend';
import { clearStatementImages, withClient, type MigrationSet } from '@fairlead/backend/database';
import { readProject, readMigrationSets } from '@fairlead/backend/project';
import { isDatabaseUpToDate, refreshCollations, upgradePostgresMajor } from '@fairlead/backend/upgrade';
import type { Environment } from '../settings/config.ts';
import { readProgramVersion } from '../process/read-program-version.ts';
import { beginUpgrade, type UpgradeInProgress } from './begin-upgrade.ts';
import { openDatabase, type OpenDatabaseOptions, type OpenedDatabase } from './open-database.ts';

export interface BootBackendOptions {
  database: OpenDatabaseOptions;
  /** Contains the supabase/ folder whose migrations `create` applies. */
  workdir: string;
  environment: Environment;
  create: (database: OpenedDatabase) => Promise<Backend>;
  /** SQL files, each run once for a database. */
  seedFiles: string[];
}

export interface BootedBackend {
  backend: Backend;
  database: OpenedDatabase;
  /** Files that this start has run. */
  applied: { migrations: string[]; seeds: string[] };
  close(): Promise<void>;
}

/**
 * Throws errors that name the fix; no process is left running, and a failed upgrade of an embedded database is undone.
 */
export async function bootBackend(options: BootBackendOptions): Promise<BootedBackend> {
  const { workdir, environment, create, seedFiles } = options;
  const { signal, dataDir, log } = options.database;
  const program = readProgramVersion();
  let upgrade = null as UpgradeInProgress | null;
  let hasNothingToApply = false;
  const readSets = (onWarning?: (message: string) => void): Promise<MigrationSet[]> =>
    readMigrationSets(readProject(workdir, environment), onWarning);
  const database = await openDatabase({
    ...options.database,
    onSpawned() {
      // Loads the backend's modules while the database starts; create() reports a failure.
      void import('@fairlead/backend').catch(() => {});
      options.database.onSpawned?.();
    },
    async onOpened(directory, installed) {
      signal?.throwIfAborted();
      const oldPostgres = environment['OLD_POSTGRES'];
      await upgradePostgresMajor({ directory, installed, readSets, program, log, oldPostgres, signal });
    },
    async onStarted(embedded) {
      signal?.throwIfAborted();
      // With a warning, Backend.migrate() must read the files again, because it logs the warning.
      let isClear = readUpgradeRecord(dataDir)?.state !== 'running';
      const sets = await readSets(() => (isClear = false));
      hasNothingToApply = isClear && (await isDatabaseUpToDate(embedded.connection, sets, seedFiles));
      if (hasNothingToApply) return;
      const withoutRestorePoint = Boolean(environment['UPGRADE_WITHOUT_RESTORE_POINT']);
      upgrade = await beginUpgrade(embedded, { sets, program, log, withoutRestorePoint });
    },
  });
  let backend: Backend | undefined;
  const close = (): Promise<void> =>
    runCleanupSteps([() => backend?.close(), () => clearImages(database, log), () => database.stop()]);
  try {
    signal?.throwIfAborted();
    // A server that was killed may have left some.
    await clearImages(database, log);
    if (!hasNothingToApply) await refreshCollations(database.connection, log);
    backend = await create(database);
    const migrations = await backend.migrate({ isDatabaseUpToDate: hasNothingToApply });
    const isSeeded = hasNothingToApply || seedFiles.length === 0;
    const seeds = isSeeded || signal?.aborted ? [] : await backend.seed(seedFiles);
    if (options.database.tcpPort !== undefined) await allowDirectLogin(database.connection);
    await upgrade?.finish();
    upgrade = null;
    signal?.throwIfAborted();
    return { backend, database, applied: { migrations, seeds }, close };
  } catch (error) {
    if (upgrade !== null) {
      await backend?.close();
      throw await upgrade.undo(error);
    }
    await close();
    throw options.database.databaseUrl === undefined ? error : explainMissingPrivilege(error);
  }
}

/**
 * Images of changes are kept only while a server deletes them. No other server uses an embedded database; sessions of
 * DATABASE_PORT that hold a lock are not waited for.
 */
async function clearImages({ embedded }: OpenedDatabase, log: LogWriter): Promise<void> {
  if (embedded === null) return;
  try {
    await withClient(embedded.connection, async (client) => {
      await client.query(`set lock_timeout = '2s'; set statement_timeout = '5s'`);
      await clearStatementImages(client);
    });
  } catch (error) {
    log({ level: 'warn', event: 'realtime.cleanup_failed', message: (error as Error).message });
  }
}

const insufficientPrivilege = '42501';

/** The first migration creates the roles of the protocol, for which an ordinary login has no privilege. */
function explainMissingPrivilege(error: unknown): unknown {
  const { message, cause } = error as Error;
  if ((cause as { code?: string } | undefined)?.code !== insufficientPrivilege) return error;
  return new PermanentStartupError(
    `DATABASE_URL: ${message}; its login must be a superuser, or one that may create roles with BYPASSRLS`,
    { cause: error },
  );
}
