// Explains why a file of the data folder could not be read, without calling it damaged if it was not read.
import { statSync } from 'node:fs';
import { PermanentStartupError, type StartupError } from './startup-error.ts';

/**
 * For a file that could not be read as JSON: `damaged` says what to do if its content was read. An account that may not
 * read it is told whose it is.
 */
export function explainUnreadableFile(file: string, error: unknown, damaged: string): StartupError {
  const { code, message } = error as NodeJS.ErrnoException;
  if (!/^E[A-Z]+$/.test(code ?? '')) return new PermanentStartupError(`${file} ${damaged}`, { cause: error });
  const [uid, gid] = [process.getuid?.() ?? 0, process.getgid?.() ?? 0];
  const owner = statSync(file, { throwIfNoEntry: false })?.uid ?? uid;
  return new PermanentStartupError(
    owner === uid
      ? `${file} cannot be read (${message}), and its content is not lost: check its permissions and the disk`
      : `${file} belongs to user ${owner}, and this runs as user ${uid}, which may not read it; its content is not lost: sudo chown ${uid}:${gid} ${file}`,
    { cause: error },
  );
}
