import { loggedPath } from '@fairlead/backend/errors/logged-path.ts';
import { writeLog } from './write-log.ts';

/** A page that could not be made; its cause is a line of its own. */
export function logPage({ method, url }: Request, status: number): void {
  if (status < 500) return;
  writeLog({
    level: 'error',
    event: 'page.answered',
    method,
    path: loggedPath(new URL(url).pathname),
    status,
  });
}
