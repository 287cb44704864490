// Explains file system errors or PostgreSQL's output as startup errors that contain the fix.
import { join } from 'node:path';
import { PermanentStartupError, StartupError } from '../../errors/startup-error.ts';

const reasons: Record<string, (folder: string, setting: string) => string> = {
  EROFS: (folder, setting) =>
    `${folder} is on a read-only file system: set ${setting} to a folder that can be written`,
  EACCES: (folder, setting) =>
    `${folder} cannot be written by this user: set ${setting} to a folder of your own, or change its owner`,
  EPERM: (folder, setting) =>
    `${folder} cannot be changed by this user: set ${setting} to a folder of your own, or change its owner`,
  ENOSPC: (folder, setting) =>
    `The disk that holds ${folder} is full: free some space, or set ${setting} to a folder on another disk`,
  EDQUOT: (folder, setting) =>
    `The disk quota for ${folder} is used up: free some space, or set ${setting} to a folder on another disk`,
  // Node reports this, not ENOSPC, if copying the binaries fills the disk.
  EIO: (folder, setting) =>
    `${folder} could not be written (input/output error): the disk that holds it is full or broken; free some space, or set ${setting} to a folder on another disk`,
  ENOTDIR: (folder, setting) => `${folder} is not a folder: set ${setting} to a folder`,
  EEXIST: (folder, setting) =>
    `${folder} is a file, not a folder, or a link to nothing: set ${setting} to a folder`,
  ELOOP: (folder, setting) => `${folder} is a link that points to itself: set ${setting} to a folder`,
  ENAMETOOLONG: (folder, setting) =>
    `${folder} is too long for a path: set ${setting} to a folder with a shorter one`,
};

/** Some file systems, such as /proc, report this for mkdir. */
function isUnmakable({ code, syscall }: NodeJS.ErrnoException): boolean {
  return code === 'ENOENT' && syscall === 'mkdir';
}

/** Returns one line with the fix, which names the setting of the folder; other errors are returned unchanged. */
export function explainFolderError(folder: string, error: unknown, setting = 'DATA_DIR'): unknown {
  if (error instanceof StartupError) return error;
  if (isUnmakable(error as NodeJS.ErrnoException))
    return new PermanentStartupError(
      `${folder} cannot be made there: set ${setting} to a folder that can be written`,
      {
        cause: error,
      },
    );
  const { code = '' } = error as NodeJS.ErrnoException;
  const reason = reasons[code];
  return reason ? createFolderError(code, reason(folder, setting), error) : error;
}

/** A full or broken disk may be repaired while the server is started again. */
function createFolderError(code: string, message: string, cause?: unknown): StartupError {
  const ErrorKind = /^(ENOSPC|EDQUOT|EIO)$/.test(code) ? StartupError : PermanentStartupError;
  return new ErrorKind(message, { cause });
}

/** For PostgreSQL's message that its lock file is empty. The caller holds the folder, so no other server uses it. */
export function explainDamagedLockFile(cluster: string, output: string): StartupError | undefined {
  if (!/(lock file "postmaster\.pid" is empty|bogus data in lock file "postmaster\.pid")/.test(output))
    return undefined;
  const file = join(cluster, 'postmaster.pid');
  return new StartupError(
    `${file} is empty or damaged, as after a loss of power: delete it and start again (rm ${file}); no data is in it`,
  );
}

/** For a TCP port that is in use or may not be opened. */
export function explainPortInUse(port: string | undefined, output: string): StartupError | undefined {
  if (port === undefined || !output.includes('could not create any TCP/IP sockets')) return undefined;
  return new StartupError(
    `Port ${port} on 127.0.0.1 is in use: stop what uses it, or choose another with DATABASE_PORT`,
  );
}

/** Explains the output of a PostgreSQL program; undefined if it is about something else. */
export function explainPostgresDiskError(folder: string, output: string): StartupError | undefined {
  const [code] =
    Object.entries(postgresReasons).find(([, words]) => output.toLowerCase().includes(words)) ?? [];
  return code === undefined ? undefined : createFolderError(code, reasons[code]!(folder, 'DATA_DIR'));
}

const postgresReasons = {
  ENOSPC: 'no space left on device',
  EDQUOT: 'disk quota exceeded',
  EROFS: 'read-only file system',
  EACCES: 'permission denied',
};
