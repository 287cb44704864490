// Failures of the database that the request did not cause.
import { BackendError, type BackendErrorParts } from '../errors/backend-error.ts';
import { DatabaseError } from 'pg';
import { type LogEntry, redactPathForLog } from '../errors/log-entry.ts';
import { requestIdOf } from '../errors/request-id.ts';

const lostMessages =
  /^(Connection terminated|Client has encountered a connection error|Client was closed|timeout exceeded when trying to connect|Query read timeout)/;

/** Killed backend, server stopping or network error: the client must be discarded. */
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

/** The response for callers; the cause is only logged. */
export function databaseUnavailableError(cause: unknown): BackendError {
  const message = 'The database cannot be reached. Try again in a moment.';
  return retryableError({ status: 503, code: 'database_unavailable', message }, 1, cause);
}

function databaseBusy(cause: unknown): BackendError {
  const message = 'All connections to the database are in use. Try again in a moment.';
  return retryableError({ status: 504, code: 'database_busy', message }, 1, cause);
}

function retryableError(parts: BackendErrorParts, retryAfterS: number, cause: unknown): BackendError {
  return new BackendError({ ...parts, headers: { 'Retry-After': `${retryAfterS}` } }, { cause });
}

/** Any failure to connect becomes a BackendError 503 or 504, never the caller's fault. */
export async function mapConnectErrors<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    if (error instanceof BackendError) throw error;
    // The message of pg if no connection was released in time.
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
 * Whether the server cannot use its files (disk full, broken, or read-only: 42501 in PostgreSQL) or accepts no writes
 * for now. `wroteOnPurpose`: we did not make the transaction read-only.
 */
export function isNotWritableFailure(error: unknown, wroteOnPurpose = true): error is DatabaseError {
  if (!(error instanceof DatabaseError) || error.file === raised) return false;
  const { code = '', file = '' } = error;
  if (code === readOnlyTransaction) return wroteOnPurpose && file === 'utility.c';
  return failedDisk.has(code) || fileSources.test(file);
}

/** The response for callers: reveals no paths of the server, and is not reported as a missing privilege. */
export function databaseNotWritableError(cause: unknown): BackendError {
  const message =
    'The disk of the server is full or cannot be written, so nothing was saved. Tell its operator, or try again later.';
  return retryableError({ status: 503, code: 'database_not_writable', message }, 5, cause);
}

/** The fields that the log contains for every failed request, in all services. */
export function requestLogFieldsOf(request: Request): Pick<LogEntry, 'requestId' | 'method' | 'path'> {
  const { method, url } = request;
  return { requestId: requestIdOf(request), method, path: redactPathForLog(new URL(url).pathname) };
}

/** Null if the error is no outage of the database. */
export function toOutageError(error: unknown): BackendError | null {
  if (isConnectionLoss(error)) return databaseUnavailableError(error);
  return isNotWritableFailure(error) ? databaseNotWritableError(error) : null;
}

/** For the log: omits the text of a database error, which may quote values of a row. */
export function loggableCause(error: unknown): string {
  const cause = error instanceof BackendError && error.cause ? error.cause : error;
  if (cause instanceof DatabaseError)
    return `database error at ${cause.constraint ?? cause.routine ?? 'unknown place'}`;
  if (!(cause instanceof Error)) return String(cause);
  const isForbidden = /^(EACCES|EPERM|EROFS)$/.test((cause as NodeJS.ErrnoException).code ?? '');
  return isForbidden ? `${cause.message}: let the user who runs the server write this folder` : cause.message;
}
