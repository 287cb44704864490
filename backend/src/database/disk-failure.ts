import { DatabaseError } from 'pg';
import { BackendError } from '../errors/backend-error.ts';

/** Source files of PostgreSQL that access its own storage; errors that a project raises come from others. */
const fileSources =
  /^(md|fd|smgr|xlog\w*|slru|buf\w+|localbuf|relmapper|copydir|storage|bulk_write|aio\w*|method_\w+|logtape|(shared)?fileset)\.c$/;
const raised = 'pl_exec.c';
const readOnlyTransaction = '25006';
/** Disk full, and input/output error. */
const failedDisk = new Set(['53100', '58030']);

/**
 * The server cannot use its files (disk full, broken, or read-only: 42501 in PostgreSQL) or takes no writes for now.
 * `wroteOnPurpose`: the transaction was not made read-only by us.
 */
export function isDiskFailure(error: unknown, wroteOnPurpose = true): error is DatabaseError {
  if (!(error instanceof DatabaseError) || error.file === raised) return false;
  const { code = '', file = '' } = error;
  if (code === readOnlyTransaction) return wroteOnPurpose && file === 'utility.c';
  return failedDisk.has(code) || fileSources.test(file);
}

/** For callers: reveals no paths of the server, and is no missing privilege. */
export function databaseNotWritable(cause: unknown): BackendError {
  return new BackendError(
    {
      status: 503,
      code: 'database_not_writable',
      message:
        'The disk of the server is full or cannot be written, so nothing was saved. Tell its operator, or try again later.',
      headers: { 'Retry-After': '5' },
    },
    { cause },
  );
}
