import { requestId } from '@fairlead/backend/http';
import type { FaultLogger } from '../../site/app/data/request-contexts.ts';
import { describeError } from './describe-error.ts';
import { loggedSitePath } from './logged-site-path.ts';
import { writeLog } from './write-log.ts';

/** For faults of one request. `received` is what the listener received it as, which has the ID. */
export function createRequestFaultLogger({ method, url }: Request, received: object): FaultLogger {
  return (event, error) => {
    const { code, message } = error as { code?: unknown; message?: unknown };
    const isOfDatabase = typeof code === 'string' && typeof message === 'string';
    writeLog({
      level: 'error',
      event,
      requestId: requestId(received),
      method,
      path: loggedSitePath(new URL(url).pathname),
      ...(isOfDatabase
        ? { code, message }
        : { message: error instanceof Error ? describeError(error) : String(message ?? error) }),
    });
  };
}
