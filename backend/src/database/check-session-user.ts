import type { Pool } from 'pg';
import type { Log } from '../errors/log-entry.ts';

/** Projects check for `authenticator` in guards. */
export async function checkSessionUser(callerPool: Pool, log: Log): Promise<void> {
  const { rows } = await callerPool.query<{ name: string }>('select session_user::text as name');
  const name = rows[0]?.name;
  if (name === 'authenticator') return;
  log({
    level: 'warn',
    event: 'database.session_user',
    message: `session_user of API calls is ${name}, not authenticator, because the login of the database may not set the password of that role or it has one already: a function that checks session_user = 'authenticator' lets everybody pass`,
  });
}
