import { DatabaseError } from 'pg';
import { BackendError } from '../errors/backend-error.ts';
import type { LogEntry } from '../errors/log-entry.ts';
import { loggedPath } from '../errors/logged-path.ts';
import { requestId } from '../errors/request-id.ts';
import { databaseUnavailable, isConnectionLoss } from './connection-loss.ts';
import { databaseNotWritable, isDiskFailure } from './disk-failure.ts';

/** What the log says of every failed request, in whichever envelope its service responds. */
export function describeRequest(request: Request): Pick<LogEntry, 'requestId' | 'method' | 'path'> {
  const { method, url } = request;
  return { requestId: requestId(request), method, path: loggedPath(new URL(url).pathname) };
}

/** Null for what is no outage of the database. */
export function outageOf(error: unknown): BackendError | null {
  if (isConnectionLoss(error)) return databaseUnavailable(error);
  return isDiskFailure(error) ? databaseNotWritable(error) : null;
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
