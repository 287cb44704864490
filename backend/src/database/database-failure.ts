// Failures of the database that are no fault of the request.
import { BackendError } from '../errors/backend-error.ts';
import { DatabaseError } from 'pg';
import { type LogEntry, loggedPath } from '../errors/log-entry.ts';
import { requestId } from '../errors/request-id.ts';

const lostMessages =
  /^(Connection terminated|Client has encountered a connection error|Client was closed|timeout exceeded when trying to connect|Query read timeout)/;

/** Killed backend, server stopping, network: the client must be discarded. */
export function isConnectionLoss(error: unknown): boolean {
  if (error instanceof DatabaseError) return /^(08...|57P0[1-5])$/.test(error.code ?? '');
  if (!(error instanceof Error)) return false;
  return lostMessages.test(error.message) || isNetworkError(error);
}

const networkCodes =
  /^(ECONN(REFUSED|RESET|ABORTED)|EPIPE|ETIMEDOUT|E(HOST|NET)(UNREACH|DOWN)|ENETRESET|ENOTCONN|ENOTFOUND|EAI_\w+)$/;

/** Errors of files have a syscall as well. */
function isNetworkError({ syscall, code }: NodeJS.ErrnoException): boolean {
  if (syscall === undefined) return false;
  // A missing unix socket is ENOENT, a forbidden one EACCES.
  return syscall === 'connect' || syscall === 'getaddrinfo' || networkCodes.test(code ?? '');
}

/** For callers; the cause is only logged. */
export function databaseUnavailableError(cause: unknown): BackendError {
  return new BackendError(
    {
      status: 503,
      code: 'database_unavailable',
      message: 'The database cannot be reached. Try again in a moment.',
      headers: { 'Retry-After': '1' },
    },
    { cause },
  );
}

function databaseBusy(cause: unknown): BackendError {
  return new BackendError(
    {
      status: 504,
      code: 'database_busy',
      message: 'All connections to the database are in use. Try again in a moment.',
      headers: { 'Retry-After': '1' },
    },
    { cause },
  );
}

/** Any failure to connect becomes a BackendError 503 or 504, never the caller's fault. */
export async function mapConnectErrors<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    if (error instanceof BackendError) throw error;
    // pg's message when no connection was released in time.
    const busy = error instanceof Error && error.message === 'timeout exceeded when trying to connect';
    throw busy ? databaseBusy(error) : databaseUnavailableError(error);
  }
}

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
export function databaseNotWritableError(cause: unknown): BackendError {
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

/** What the log says of every failed request, in whichever envelope its service responds. */
export function describeRequest(request: Request): Pick<LogEntry, 'requestId' | 'method' | 'path'> {
  const { method, url } = request;
  return { requestId: requestId(request), method, path: loggedPath(new URL(url).pathname) };
}

/** Null for what is no outage of the database. */
export function toOutageError(error: unknown): BackendError | null {
  if (isConnectionLoss(error)) return databaseUnavailableError(error);
  return isDiskFailure(error) ? databaseNotWritableError(error) : null;
}

/** For the log: without the text of a database error, which may quote values of a row. */
export function loggableCause(error: unknown): string {
  const cause = error instanceof BackendError && error.cause ? error.cause : error;
  if (cause instanceof DatabaseError)
    return `database error at ${cause.constraint ?? cause.routine ?? 'unknown place'}`;
  if (!(cause instanceof Error)) return String(cause);
  const isForbidden = /^(EACCES|EPERM|EROFS)$/.test((cause as NodeJS.ErrnoException).code ?? '');
  return isForbidden ? `${cause.message}: let the user who runs the server write this folder` : cause.message;
}
