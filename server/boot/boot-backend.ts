// Boots the backend: opens the database, applies migrations, runs seed files, watches key rotation.
import { closeAll } from '@fairlead/backend/errors';
import { allowDirectLogin, type EmbeddedServer } from '@fairlead/backend/embedded';
import type { Backend } from '@fairlead/backend';
import { readProject, readMigrationSets } from '@fairlead/backend/project';
import { refreshCollations, upgradeMajor } from '@fairlead/backend/upgrade';
import type { Environment } from '../config.ts';
import { programVersion } from '../program-version.ts';
import { beginUpgrade, type UpgradeInProgress } from './begin-upgrade.ts';
import { expireRestorePoint } from './expire-restore-point.ts';
import { openDatabase, type DatabaseOptions, type OpenedDatabase } from './open-database.ts';

export interface BootOptions {
  database: DatabaseOptions;
  /** Contains the supabase/ folder whose migrations `create` applies. */
  workdir: string;
  environment: Environment;
  create: (database: OpenedDatabase) => Backend;
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

/** NOTIFY announces rotated keys; polling finds those of a command that was killed before it notified. */
const rereadKeysMs = 30_000;

/**
 * Throws errors that name the fix; no process is left running, and a failed upgrade of an embedded database is undone.
 */
export async function bootBackend(options: BootOptions): Promise<BootedBackend> {
  const { create, seedFiles } = options;
  const { signal, dataDir, log } = options.database;
  let upgrade = null as UpgradeInProgress | null;
  const database = await openDatabase({
    ...options.database,
    async onOpened(directory, installed) {
      signal?.throwIfAborted();
      const { environment } = options;
      const { sets, program } = await describeProgram(options);
      const oldPostgres = environment['OLD_POSTGRES'];
      await upgradeMajor({ dataDir, directory, installed, sets, program, log, oldPostgres, signal });
    },
    async onStarted(embedded) {
      signal?.throwIfAborted();
      upgrade = await prepareUpgrade(embedded, options);
    },
  });
  let backend: Backend | undefined;
  let stopExpiry: (() => void) | undefined;
  let timer: NodeJS.Timeout | undefined;
  const close = (): Promise<void> =>
    closeAll([
      () => stopExpiry?.(),
      () => clearInterval(timer),
      () => backend?.close(),
      () => database.stop(),
    ]);
  try {
    signal?.throwIfAborted();
    await refreshCollations(database.connection, log);
    backend = create(database);
    const migrations = await backend.migrate();
    const seeds = seedFiles.length > 0 && !signal?.aborted ? await backend.seed(seedFiles) : [];
    if (options.database.tcpPort !== undefined) await allowDirectLogin(database.connection);
    await upgrade?.finish();
    upgrade = null;
    signal?.throwIfAborted();
    if (database.embedded) {
      stopExpiry = expireRestorePoint(dataDir, database.embedded.directory, log);
      // In a database of its own both are one transaction.
      timer = setInterval(() => void backend?.reloadKeys(), rereadKeysMs).unref();
    }
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

async function describeProgram({ workdir, environment }: BootOptions) {
  return {
    sets: await readMigrationSets(readProject(workdir, environment)),
    program: programVersion(),
  };
}

async function prepareUpgrade(
  embedded: EmbeddedServer,
  options: BootOptions,
): Promise<UpgradeInProgress | null> {
  return beginUpgrade(embedded, {
    ...(await describeProgram(options)),
    dataDir: options.database.dataDir,
    log: options.database.log,
    withoutRestorePoint: Boolean(options.environment['UPGRADE_WITHOUT_RESTORE_POINT']),
  });
}

const insufficientPrivilege = '42501';

/** The first migration creates the roles of the protocol, for which an ordinary login has no privilege. */
function explainMissingPrivilege(error: unknown): unknown {
  const { message, cause } = error as Error;
  if ((cause as { code?: string } | undefined)?.code !== insufficientPrivilege) return error;
  return new Error(
    `DATABASE_URL: ${message}; its login must be a superuser, or one that may create roles with BYPASSRLS`,
    { cause: error },
  );
}
