import { BackendError } from '../errors/backend-error.ts';
import { DatabaseError } from 'pg';

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
export function databaseUnavailable(cause: unknown): BackendError {
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
    throw busy ? databaseBusy(error) : databaseUnavailable(error);
  }
}
