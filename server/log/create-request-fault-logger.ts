// Creates the logger for errors of one request; logs pages that failed.
import { requestIdOf } from '@fairlead/backend/http';
import type { FaultLogger } from '../../site/app/data/request-contexts.ts';
import { describeError, writeLog } from './write-log.ts';
import { loggedSitePath } from './logged-site-path.ts';

/** Logs faults of one request. `received` is the object that the listener received, which has the request id. */
export function createRequestFaultLogger({ method, url }: Request, received: object): FaultLogger {
  return (event, error) => {
    const { code, message } = error as { code?: unknown; message?: unknown };
    const isOfDatabase = typeof code === 'string' && typeof message === 'string';
    writeLog({
      level: 'error',
      event,
      requestId: requestIdOf(received),
      method,
      path: loggedSitePath(new URL(url).pathname),
      ...(isOfDatabase
        ? { code, message }
        : { message: error instanceof Error ? describeError(error) : String(message ?? error) }),
    });
  };
}

/** Without the cause, which is logged separately. */
export function logPageFailure({ method, url }: Request, status: number): void {
  if (status < 500) return;
  writeLog({
    level: 'error',
    event: 'page.failed',
    method,
    path: loggedSitePath(new URL(url).pathname),
    status,
  });
}
