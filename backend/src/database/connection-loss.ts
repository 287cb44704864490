import { BackendError } from '../errors/backend-error.ts';
import { DatabaseError } from 'pg';

const lostMessages =
  /^(Connection terminated|Client has encountered a connection error|Client was closed|timeout exceeded when trying to connect|Query read timeout)/;

/** Whether the connection itself is gone (killed backend, server stopping, network), so that the client must be discarded. */
export function isConnectionLoss(error: unknown): boolean {
  if (error instanceof DatabaseError) return /^(08...|57P0[1-5])$/.test(error.code ?? '');
  if (!(error instanceof Error)) return false;
  return lostMessages.test(error.message) || isNetworkError(error);
}

const networkCodes =
  /^(ECONN(REFUSED|RESET|ABORTED)|EPIPE|ETIMEDOUT|E(HOST|NET)(UNREACH|DOWN)|ENETRESET|ENOTCONN|ENOTFOUND|EAI_\w+)$/;

/** A file that cannot be opened or written has a syscall as well, and is no database. */
function isNetworkError({ syscall, code }: NodeJS.ErrnoException): boolean {
  if (syscall === undefined) return false;
  // A unix socket that is not there is ENOENT, one that may not be used EACCES.
  return syscall === 'connect' || syscall === 'getaddrinfo' || networkCodes.test(code ?? '');
}

/** What a caller is told when the database cannot be reached; the cause stays in the log. */
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

/** Awaits the opening of a connection; whatever goes wrong there is the server's trouble, never the caller's. */
export async function reachable<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    if (error instanceof BackendError) throw error;
    // What the pool says when nobody gave a connection back in time.
    const busy = error instanceof Error && error.message === 'timeout exceeded when trying to connect';
    throw busy ? databaseBusy(error) : databaseUnavailable(error);
  }
}
