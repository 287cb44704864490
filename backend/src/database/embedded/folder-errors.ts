import { StartupError } from '../../errors/startup-error.ts';

const reasons: Record<string, (folder: string) => string> = {
  EROFS: (folder) => `${folder} is on a read-only file system: set DATA_DIR to a folder that can be written`,
  EACCES: (folder) =>
    `${folder} cannot be written by this user: set DATA_DIR to a folder of your own, or change its owner`,
  EPERM: (folder) =>
    `${folder} cannot be changed by this user: set DATA_DIR to a folder of your own, or change its owner`,
  ENOSPC: (folder) =>
    `The disk that holds ${folder} is full: free some space, or set DATA_DIR to a folder on another disk`,
  EDQUOT: (folder) =>
    `The disk quota for ${folder} is used up: free some space, or set DATA_DIR to a folder on another disk`,
  // Node reports this, not ENOSPC, when copying the binaries fills the disk.
  EIO: (folder) =>
    `${folder} could not be written (input/output error): the disk that holds it is full or broken; free some space, or set DATA_DIR to a folder on another disk`,
  ENOTDIR: (folder) => `${folder} is not a folder: set DATA_DIR to a folder`,
  EEXIST: (folder) => `${folder} is a file, not a folder, or a link to nothing: set DATA_DIR to a folder`,
  ELOOP: (folder) => `${folder} is a link that points to itself: set DATA_DIR to a folder`,
  ENAMETOOLONG: (folder) => `${folder} is too long for a path: set DATA_DIR to a folder with a shorter one`,
};

/** Some file systems, such as /proc, report this for mkdir. */
function isUnmakable({ code, syscall }: NodeJS.ErrnoException): boolean {
  return code === 'ENOENT' && syscall === 'mkdir';
}

/** One line with the fix; other errors pass unchanged. */
export function explainFolderError(folder: string, error: unknown): unknown {
  if (error instanceof StartupError) return error;
  if (isUnmakable(error as NodeJS.ErrnoException))
    return new StartupError(`${folder} cannot be made there: set DATA_DIR to a folder that can be written`, {
      cause: error,
    });
  const reason = reasons[(error as NodeJS.ErrnoException).code ?? ''];
  return reason ? new StartupError(reason(folder), { cause: error }) : error;
}

/** For the output of a PostgreSQL program; undefined when it is about something else. */
export function explainOutput(folder: string, output: string): StartupError | undefined {
  if (/No space left on device/i.test(output)) return new StartupError(reasons['ENOSPC']!(folder));
  if (/Disk quota exceeded/i.test(output)) return new StartupError(reasons['EDQUOT']!(folder));
  if (/Read-only file system/i.test(output)) return new StartupError(reasons['EROFS']!(folder));
  if (/Permission denied/i.test(output)) return new StartupError(reasons['EACCES']!(folder));
  return undefined;
}
