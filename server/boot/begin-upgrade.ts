// The restore point of an upgrade: made before pending migrations run, put back if they fail, later deleted.
import {
  clearStatementImages,
  readNewTransactionId,
  readMigrationStatus,
  SqlFileError,
  withClient,
  type MigrationSet,
} from '@fairlead/backend/database';
import {
  type ClusterLocation,
  type EmbeddedServer,
  readUpgradeRecord,
  removeUpgradeRestorePoint,
  finishUpgrade,
  createUpgradeRestorePoint,
  restoreUpgradeRestorePoint,
} from '@fairlead/backend/embedded';
import {
  exitCodeOf,
  type LogWriter,
  permanentFailureExitCode,
  PermanentStartupError,
  StartupError,
} from '@fairlead/backend/errors';

export interface BeginUpgradeOptions {
  sets: readonly MigrationSet[];
  /** The version of this program. */
  program: string;
  log: LogWriter;
  /**
   * No restore point, for a disk without space for it: a failed upgrade still changes nothing, but a completed one
   * cannot be undone.
   */
  withoutRestorePoint: boolean;
}

export interface UpgradeInProgress {
  finish(): Promise<void>;
  /** Stops the server. Returns the error that names what failed and what to do. */
  undo(error: unknown): Promise<Error>;
}

/**
 * Makes a restore point if migrations are pending in a database that has data; null if there is nothing to undo.
 * Throws, with nothing changed, for a database of a newer program.
 */
export async function beginUpgrade(
  server: EmbeddedServer,
  options: BeginUpgradeOptions,
): Promise<UpgradeInProgress | null> {
  const { program, log } = options;
  const begun = Date.now();
  const pending = await readMigrationStatus(server.connection, options.sets, program, log);
  const { isNew, files, program: from } = pending;
  // This start has upgraded PostgreSQL itself: the former cluster is the restore point.
  if (readUpgradeRecord(server.directory.dataDir)?.state === 'running')
    return describe(server, { program, log, from, begun });
  if (isNew || files.length === 0) return null;
  if (options.withoutRestorePoint) {
    log({
      level: 'warn',
      event: 'upgrade.no_restore_point',
      message: 'This upgrade cannot be undone once it succeeds',
    });
    return null;
  }
  return makeRestorePoint(server, { program, log, from });
}

type Versions = Pick<BeginUpgradeOptions, 'program' | 'log'> & { from: string | null };

export async function makeRestorePoint(
  server: EmbeddedServer,
  versions: Versions,
): Promise<UpgradeInProgress> {
  const { program, log, from } = versions;
  const begun = Date.now();
  await withClient(server.connection, clearStatementImages);
  await server.whileStopped((directory) => createUpgradeRestorePoint(directory, { from, to: program }));
  log({ level: 'info', event: 'upgrade.restore_point', durationMs: Date.now() - begun });
  return describe(server, { ...versions, begun });
}

function describe(
  server: EmbeddedServer,
  { program, log, from, begun }: Versions & { begun: number },
): UpgradeInProgress {
  return {
    async finish() {
      finishUpgrade(server.directory, await readNewTransactionId(server.connection));
      log({ level: 'info', event: 'upgrade.finished', durationMs: Date.now() - begun });
    },
    async undo(error) {
      const isOwnChange = from === program;
      const failed = describeFailure(error);
      const subject = isOwnChange ? '' : `Version ${program} could not upgrade the database. `;
      try {
        await server.stop(async (directory) => void (await restoreUpgradeRestorePoint(directory)));
      } catch (undoError) {
        return new StartupError(
          `${subject}${failed.problem}. The next start puts the database back as it was, because that failed now: ${(undoError as Error).message}`,
          { cause: error },
        );
      }
      const nextStep = isOwnChange
        ? failed.nextStep
        : `Start ${from === null ? 'the previous version' : `version ${from}`} again`;
      const message = `${subject}${failed.problem}. The database has not changed. ${nextStep}`;
      // A lock or a lost connection may be gone at the next start.
      const ErrorKind = failed.isTransient ? StartupError : PermanentStartupError;
      return new ErrorKind(message, { cause: error });
    },
  };
}

/** The parts of the message; what an SQL file left applied is not among them, because it is undone. */
function describeFailure(error: unknown): { problem: string; nextStep: string; isTransient: boolean } {
  if (error instanceof SqlFileError) {
    const { problem, nextStep } = error;
    return { problem, nextStep, isTransient: exitCodeOf(error) !== permanentFailureExitCode };
  }
  const problem = (error as Error).message.replace(/\.$/, '');
  return { problem, nextStep: 'Correct this, then start again', isTransient: false };
}

/** After this time, the restore point of a completed upgrade is deleted. */
const restorePointDays = 14;
const dayMs = 24 * 60 * 60 * 1_000;

/** When the restore point will be deleted. Null while an upgrade runs, and if there is no restore point. */
export function readRestorePointExpiry(dataDir: string): Date | null {
  const { finishedAt } = readUpgradeRecord(dataDir) ?? {};
  return finishedAt === undefined ? null : new Date(Date.parse(finishedAt) + restorePointDays * dayMs);
}

/** Returns whether there was one to delete. */
export async function deleteExpiredRestorePoint(
  directory: Pick<ClusterLocation, 'dataDir' | 'cluster'>,
): Promise<boolean> {
  const end = readRestorePointExpiry(directory.dataDir);
  if (end === null || end.getTime() > Date.now()) return false;
  await removeUpgradeRestorePoint(directory);
  return true;
}
