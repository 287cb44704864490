// Upgrades a cluster to a new major PostgreSQL version: new cluster, migrations, copied rows.
import { rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import {
  findOldBinaries,
  postgresMajorOf,
  type PostgresBinaries,
  readClusterMajor,
} from '../database/embedded/binaries.ts';
import { ensureReachableBinaries, type ClusterLocation } from '../database/embedded/cluster-location.ts';
import { fsyncCluster, initializeCluster } from '../database/embedded/initialize-cluster.ts';
import {
  ensureUpgradeSpace,
  switchToUpgradedCluster,
  upgradePaths,
} from '../database/embedded/upgrade-restore-point.ts';
import { migrateDatabase, readMigrationStatus } from '../database/migrate-database.ts';
import type { MigrationSet } from '../database/migration-files.ts';
import type { LogWriter } from '../errors/log-entry.ts';
import { PermanentStartupError, StartupError } from '../errors/startup-error.ts';
import { copyDatabaseContent } from './copy-database-content.ts';
import { findObjectsOutsideMigrations } from './find-objects-outside-migrations.ts';
import { chownSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import type { Client } from 'pg';
import { toClientConfig, type ConnectionParameters } from '../database/connection-parameters.ts';
import { clearStatementImages } from '../database/clear-statement-images.ts';
import { DatabaseClient } from '../database/database-client.ts';
import { stopPostmaster } from '../database/embedded/end-process.ts';
import { embeddedConnectionParameters, startPostmaster } from '../database/embedded/postmaster.ts';

export interface PostgresMajorUpgradeOptions {
  directory: ClusterLocation;
  installed: PostgresBinaries;
  readSets: () => Promise<readonly MigrationSet[]>;
  /** The version of the program. */
  program: string;
  log: LogWriter;
  /** The setting OLD_POSTGRES. */
  oldPostgres: string | undefined;
  signal?: AbortSignal | undefined;
}

/** Data that is lost when the machine stops is created again; it is synced before it is used. */
const fast = {
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  wal_level: 'minimal',
  max_wal_senders: '0',
  max_wal_size: '4GB',
  autovacuum: 'off',
};
const mostNames = 30;

/**
 * If an older major version of PostgreSQL created the cluster: starts both versions, runs the old one's migrations in
 * the new one, and copies rows and sequences. The old cluster is not changed, and becomes the restore point; the record
 * marks the upgrade as running. If it throws, nothing was changed.
 */
export async function upgradePostgresMajor(options: PostgresMajorUpgradeOptions): Promise<void> {
  const { directory, installed, log } = options;
  const found = readClusterMajor(directory.cluster);
  // For a newer major, rejectOtherMajorVersion() throws.
  if (found === undefined || found >= postgresMajorOf(installed)) return;
  const old = findOldBinaries(found, options.oldPostgres);
  const begun = Date.now();
  log({
    level: 'info',
    event: 'upgrade.major_begun',
    message: `The database moves from PostgreSQL ${old.version} to ${installed.version}`,
  });
  const folders = upgradePaths(directory);
  await ensureUpgradeSpace(directory, true);
  try {
    const from = await fillNewCluster(options, old);
    await switchToUpgradedCluster(directory, { from, to: options.program });
  } catch (error) {
    for (const folder of [folders.making, folders.scratch])
      await rm(folder, { recursive: true, force: true });
    const { message } = error as Error;
    if (options.signal?.aborted) throw error;
    throw new PermanentStartupError(
      `The database could not be moved from PostgreSQL ${found} to ${postgresMajorOf(installed)}, and is as it was: ${message}`,
      { cause: error },
    );
  }
  log({ level: 'info', event: 'upgrade.major_finished', durationMs: Date.now() - begun });
}

interface ClusterSession {
  connection: ConnectionParameters;
  client: Client;
  end(): Promise<void>;
}

/** Returns the version of the program whose migrations the old cluster has. */
async function fillNewCluster(
  { directory, installed, readSets, program, log, signal }: PostgresMajorUpgradeOptions,
  old: PostgresBinaries,
): Promise<string | null> {
  const { cluster, making, scratch } = upgradePaths(directory);
  const folder = dirname(cluster);
  const oldBinaries = ensureReachableBinaries(directory.folder, old, directory.account);
  const newBinaries = ensureReachableBinaries(directory.folder, installed, directory.account);
  const sessions: ClusterSession[] = [];
  const open = async (
    path: string,
    binaries: string,
    settings: Record<string, string>,
  ): Promise<ClusterSession> => {
    signal?.throwIfAborted();
    const session = await startClusterWithClient({ ...directory, folder, cluster: path, binaries }, settings);
    sessions.push(session);
    return session;
  };
  try {
    const sets = await readSets();
    const source = await open(cluster, oldBinaries, { autovacuum: 'off' });
    const {
      files,
      adopted,
      program: from,
    } = await readMigrationStatus(source.connection, sets, program, log);
    const applied = sets.map((set) => ({
      ...set,
      migrations: set.migrations.filter(({ file }) => !files.includes(file) || adopted.includes(file)),
    }));
    const expected = await open(scratch, oldBinaries, fast);
    await migrateDatabase(expected.connection, applied);
    const foreign = await findObjectsOutsideMigrations(source.client, expected.client);
    if (foreign.length > 0) throw describeForeign(foreign);
    await expected.end();
    await rm(scratch, { recursive: true, force: true });
    const target = await open(making, newBinaries, fast);
    await migrateDatabase(target.connection, applied);
    await clearStatementImages(source.client);
    const rows = await copyDatabaseContent(source.client, target.client, { signal });
    log({ level: 'info', event: 'upgrade.copied', message: `${rows} rows, counts and checksums equal` });
    for (const session of sessions) await session.end();
    await fsyncCluster({ ...directory, cluster: making, binaries: newBinaries });
    return from;
  } finally {
    for (const session of sessions) await session.end();
  }
}

function describeForeign(names: readonly string[]): StartupError {
  const more = names.length > mostNames ? ` and ${names.length - mostNames} more` : '';
  return new PermanentStartupError(
    `these are not from a migration and would be lost: ${names.slice(0, mostNames).join('; ')}${more}. Start the version before, remove them (keep how they were made), upgrade, and make them again`,
  );
}

/** Starts a cluster beside others of the same folder, with its own socket; creates it if it is missing. */
export async function startClusterWithClient(
  directory: ClusterLocation,
  settings: Record<string, string>,
): Promise<ClusterSession> {
  const socketFolder = mkdtempSync(join(tmpdir(), 'fairlead-'));
  const { account } = directory;
  if (account) chownSync(socketFolder, account.uid, account.gid);
  const own = { ...directory, socketFolder };
  const removeSocket = (): void => rmSync(socketFolder, { recursive: true, force: true });
  try {
    await initializeCluster(own, false);
    const child = await startPostmaster(own, settings, { log: () => {} });
    const connection = embeddedConnectionParameters(own);
    const client = new DatabaseClient(toClientConfig(connection));
    const end = async (): Promise<void> => {
      await client.end().catch(() => {});
      await stopPostmaster(child);
      removeSocket();
    };
    try {
      await client.connect();
      // Reads values as they were written, independent of the settings of a role.
      await client.query(
        `set statement_timeout = 0; set lock_timeout = 0; set idle_in_transaction_session_timeout = 0;
         set timezone = 'UTC'; set datestyle = 'ISO'; set intervalstyle = 'postgres';
         set extra_float_digits = 1; set bytea_output = 'hex'; set client_min_messages = warning`,
      );
      return { connection, client, end };
    } catch (error) {
      await end();
      throw error;
    }
  } catch (error) {
    removeSocket();
    throw error;
  }
}
