import { loggedSitePath } from './logged-site-path.ts';
import { writeLog } from './write-log.ts';

/** Without the cause, which is logged on its own. */
export function logFailedPage({ method, url }: Request, status: number): void {
  if (status < 500) return;
  writeLog({
    level: 'error',
    event: 'page.failed',
    method,
    path: loggedSitePath(new URL(url).pathname),
    status,
  });
}
