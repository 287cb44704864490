import { rmSync } from 'node:fs';
import { resolve } from 'node:path';
import type { DatabaseConnection } from './connection.ts';
import type { Log } from '../errors/log-entry.ts';
import { findBinaries } from './embedded/binaries.ts';
import { explainFolderError } from './embedded/folder-errors.ts';
import { lockFolder } from './embedded/folder-lock.ts';
import type { FolderLock } from './embedded/folder-lock.ts';
import { chooseHome, readHome } from './embedded/home.ts';
import { initialise } from './embedded/initialise.ts';
import { stopLeftBehind } from './embedded/left-behind.ts';
import { makeFolder } from './embedded/make-folder.ts';
import { own, placeElsewhere, refuseCopy } from './embedded/owner.ts';
import { embeddedConnection, startPostmaster } from './embedded/postmaster.ts';
import { supervise } from './embedded/supervise.ts';

export interface EmbeddedServerOptions {
  /** Folder for everything that must survive; made when missing. */
  dataDir: string;
  /** PostgreSQL settings over ours, e.g. { fsync: 'off' } in tests. */
  settings?: Record<string, string>;
  log?: Log;
  /** Whether a copied folder may take over the database of its original while no server runs there; by default yes. */
  takeOver?: boolean;
}

export interface EmbeddedServer {
  connection: DatabaseConnection;
  /** Where the cluster really is: inside DATA_DIR, unless the database's user cannot enter that. */
  clusterFolder: string;
  /** Ends the server; what was committed is on disk. */
  stop(): Promise<void>;
}

/**
 * Starts the embedded PostgreSQL of a data folder: unix socket only, scram, fsync on. One process at a time may hold
 * a folder; a server left behind by a killed process is stopped first. Throws a StartupError with the fix in it.
 */
export async function startEmbeddedServer(options: EmbeddedServerOptions): Promise<EmbeddedServer> {
  const dataDir = resolve(options.dataDir);
  const log = options.log ?? (() => {});
  const binaries = findBinaries();
  const locks: FolderLock[] = [];
  try {
    // As root the database's own user must be able to pass through; what is secret inside has modes of its own.
    makeFolder(dataDir, process.getuid?.() === 0 ? 0o711 : 0o700);
    locks.push(lockFolder(dataDir));
    refuseCopy(dataDir, options.takeOver ?? true);
    const home = chooseHome(dataDir, binaries);
    const elsewhere = placeElsewhere(dataDir);
    if (elsewhere !== undefined) {
      locks.push(lockFolder(elsewhere));
      own(dataDir, elsewhere, log);
    }
    await initialise(home, options.settings?.['fsync'] !== 'off');
    await stopLeftBehind(home);
    const start = (signal?: AbortSignal): ReturnType<typeof startPostmaster> =>
      startPostmaster(home, options.settings ?? {}, { log, ...(signal && { signal }) });
    const stop = supervise(await start(), start, log);
    return {
      connection: embeddedConnection(home),
      clusterFolder: home.cluster,
      async stop() {
        await stop();
        if (!home.socket.startsWith(home.folder)) rmSync(home.socket, { recursive: true, force: true });
        releaseLocks(locks);
      },
    };
  } catch (error) {
    releaseLocks(locks);
    throw explainFolderError(dataDir, error);
  }
}

function releaseLocks(locks: FolderLock[]): void {
  for (const lock of locks.splice(0)) lock.release();
}

/** The login of the database in a data folder, running or not; undefined before its first start. */
export function embeddedConnectionOf(dataDir: string): DatabaseConnection | undefined {
  const home = readHome(resolve(dataDir));
  return home && embeddedConnection(home);
}
