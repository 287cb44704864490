// Starts or stops the embedded PostgreSQL of DATA_DIR; opens its folder for exclusive use.
import { rmSync, chownSync, writeFileSync } from 'node:fs';
import { resolve, join } from 'node:path';
import type { ConnectionParameters } from './connection-parameters.ts';
import type { LogWriter } from '../errors/log-entry.ts';
import { findBinaries, type PostgresBinaries, rejectOtherMajorVersion } from './embedded/binaries.ts';
import { explainFolderError } from './embedded/folder-errors.ts';
import { lockFolder, type FolderLock } from './embedded/folder-lock.ts';
import {
  prepareClusterDirectory,
  readClusterDirectory,
  type ClusterLocation,
} from './embedded/cluster-location.ts';
import { rejectIncompleteRestore } from './embedded/cluster-metadata.ts';
import { initializeCluster } from './embedded/initialize-cluster.ts';
import { prepareTcpListenSettings } from './direct-login.ts';
import { stopOrphanedPostmaster } from './embedded/end-process.ts';
import { ensureWritableFolder } from './folders.ts';
import { claimClusterOwnership, findRelocatedCluster, rejectCopiedDataFolder } from './embedded/ownership.ts';
import {
  embeddedConnectionParameters,
  sessionOptionsDuringRestore,
  startPostmaster,
} from './embedded/postmaster.ts';
import { supervisePostmaster } from './embedded/supervise-postmaster.ts';
import type { UpgradeRecord } from './embedded/upgrade-record.ts';
import { undoInterruptedUpgrade } from './embedded/upgrade-restore-point.ts';

export interface EmbeddedServerOptions {
  /** The folder for all persistent data; created if missing. */
  dataDir: string;
  /** A port of 127.0.0.1, on which it also listens for the login `direct`. */
  tcpPort?: number | undefined;
  /** Settings that override ours, e.g. { fsync: 'off' } in tests. */
  settings?: Record<string, string>;
  log?: LogWriter;
  /**
   * Whether a copied folder may take over the relocated database of its original while the original does not run;
   * default: yes.
   */
  takeOver?: boolean;
  /** Called before the database is started, on a folder that no other process can use. */
  onOpened?: (directory: ClusterLocation, installed: PostgresBinaries) => Promise<void>;
  /** Replays the WAL up to a recovery target, with these settings, in a folder that is being restored. */
  restore?: Record<string, string>;
  /** Called once the database's process runs but is not ready yet, so that the caller can use this time. */
  onSpawned?: (() => void) | undefined;
  /** Aborts the start; no process is left running. */
  signal?: AbortSignal | undefined;
}

type Work = (directory: ClusterLocation) => Promise<void> | void;

export interface EmbeddedServer {
  connection: ConnectionParameters;
  /** Inside DATA_DIR, unless the database's user cannot enter that. */
  clusterFolder: string;
  directory: ClusterLocation;
  /** Stops the database, works on its files and starts it again; no other process can use the folder in between. */
  whileStopped(work: Work): Promise<void>;
  /** `then` works on its files before another process can use the folder. */
  stop(then?: Work): Promise<void>;
}

/**
 * Listens only on a unix socket (and on TCP for one login), with scram and fsync. Only one process at a time uses a
 * folder; an orphaned server of a killed process is stopped first. Throws a StartupError that contains the fix.
 */
export async function startEmbeddedServer(options: EmbeddedServerOptions): Promise<EmbeddedServer> {
  const log = options.log ?? (() => {});
  const folder = await lockAndRepairClusterDirectory(options);
  const { directory } = folder;
  try {
    await options.onOpened?.(directory, findBinaries());
    rejectOtherMajorVersion(directory.cluster, findBinaries());
    await initializeCluster(directory, options.settings?.['fsync'] !== 'off', options.signal);
    options.signal?.throwIfAborted();
    if (options.restore) requestRecovery(directory);
    const tcp = options.tcpPort === undefined ? {} : prepareTcpListenSettings(directory, options.tcpPort);
    const settings = { ...tcp, ...options.settings, ...options.restore };
    const sessionOptions = options.restore && sessionOptionsDuringRestore;
    const start = (signal?: AbortSignal): ReturnType<typeof startPostmaster> =>
      startPostmaster(directory, settings, { log, sessionOptions, ...(signal && { signal }) }).catch(
        (error: unknown) => {
          throw explainFolderError(options.dataDir, error);
        },
      );
    const starting = start(options.signal);
    options.onSpawned?.();
    let stop = supervisePostmaster(await starting, start, log);
    return {
      connection: {
        ...embeddedConnectionParameters(directory),
        ...(sessionOptions && { options: sessionOptions }),
      },
      clusterFolder: directory.cluster,
      directory,
      async whileStopped(work) {
        await stop();
        await work(directory);
        stop = supervisePostmaster(await start(options.signal), start, log);
      },
      async stop(then) {
        await stop();
        try {
          await then?.(directory);
        } finally {
          folder.close();
        }
      },
    };
  } catch (error) {
    folder.close();
    throw explainFolderError(options.dataDir, error);
  }
}

export interface LockedClusterLocation {
  directory: ClusterLocation;
  close(): void;
}

/** Returns a folder that no other process can use and in which none runs; an interrupted upgrade is undone. */
export async function lockAndRepairClusterDirectory(
  options: Pick<EmbeddedServerOptions, 'dataDir' | 'log' | 'takeOver' | 'restore'>,
): Promise<LockedClusterLocation> {
  const dataDir = resolve(options.dataDir);
  const log = options.log ?? (() => {});
  const binaries = findBinaries();
  const locks: FolderLock[] = [];
  try {
    // If this runs as root, the database's user must be able to enter the folder; secrets inside have stricter modes.
    ensureWritableFolder(dataDir, process.getuid?.() === 0 ? 0o711 : 0o700);
    locks.push(lockFolder(dataDir));
    if (!options.restore) rejectIncompleteRestore(dataDir);
    rejectCopiedDataFolder(dataDir, options.takeOver ?? true);
    let directory = prepareClusterDirectory(dataDir, binaries);
    const relocated = findRelocatedCluster(dataDir);
    if (relocated !== undefined) {
      locks.push(lockFolder(relocated));
      claimClusterOwnership(dataDir, relocated, log);
    }
    await stopOrphanedPostmaster(directory);
    const undone = await undoInterruptedUpgrade(directory);
    if (undone !== undefined) {
      // The owner of the folder determines the user that runs the database.
      directory = prepareClusterDirectory(dataDir, binaries);
      log({ level: 'warn', event: 'upgrade.undone', message: describeInterruptedUpgrade(undone) });
    }
    return {
      directory,
      close() {
        if (!directory.socketFolder.startsWith(directory.folder))
          rmSync(directory.socketFolder, { recursive: true, force: true });
        releaseLocks(locks);
      },
    };
  } catch (error) {
    releaseLocks(locks);
    throw explainFolderError(dataDir, error);
  }
}

function describeInterruptedUpgrade({ to, startedAt }: UpgradeRecord): string {
  return `The upgrade to version ${to} that began at ${startedAt} was interrupted and is undone: the database is as it was before it`;
}

function releaseLocks(locks: FolderLock[]): void {
  for (const lock of locks.splice(0)) lock.release();
}

/** The cluster's folder; undefined before the first start, and for a copy of the DATA_DIR that owns it. */
export function clusterFolderOf(dataDir: string): string | undefined {
  return readClusterDirectory(resolve(dataDir))?.cluster;
}

/** The connection, whether the database runs or not; undefined before its first start. */
export function readEmbeddedConnectionParameters(dataDir: string): ConnectionParameters | undefined {
  const directory = readClusterDirectory(resolve(dataDir));
  return directory && embeddedConnectionParameters(directory);
}

/** Makes the next start replay the WAL up to its recovery target. PostgreSQL then removes the file. */
function requestRecovery({ cluster, account }: ClusterLocation): void {
  const file = join(cluster, 'recovery.signal');
  writeFileSync(file, '', { mode: 0o600, flush: true });
  if (account) chownSync(file, account.uid, account.gid);
}
