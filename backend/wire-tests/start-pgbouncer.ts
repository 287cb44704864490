import { spawnSync } from 'node:child_process';
import { chownSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ConnectionParameters } from '../src/database/connection-parameters.ts';
import { startProgram } from './start-program.ts';
import { unusedPort } from './stock-postgres.ts';

/** Debian's folder for servers is not in every user's PATH. */
const environment = { PATH: `${process.env['PATH']}:/usr/sbin` };

export const hasPgbouncer = spawnSync('pgbouncer', ['--version'], { env: environment }).status === 0;

export interface Pgbouncer {
  connection: ConnectionParameters;
  close(): Promise<void>;
}

/** With pgbouncer's default settings except these lines of its sections; it asks PostgreSQL for further logins. */
export async function startPgbouncer(
  target: ConnectionParameters,
  { pgbouncer = '', users = '', database = '' }: { pgbouncer?: string; users?: string; database?: string },
): Promise<Pgbouncer> {
  const folder = mkdtempSync(join(tmpdir(), 'pgbouncer-'));
  const port = await unusedPort();
  writeFileSync(join(folder, 'userlist.txt'), `"${target.user}" "${target.password}"\n`);
  writeFileSync(
    join(folder, 'pgbouncer.ini'),
    `[databases]
${target.database} = host=${target.host} port=${target.port} auth_user=${target.user} ${database}
[users]
${users}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = scram-sha-256
auth_file = ${folder}/userlist.txt
${pgbouncer}
`,
  );
  // It does not run as root, and PostgreSQL's socket belongs to its own user.
  const { uid, gid } = target.host.startsWith('/') ? statSync(target.host) : statSync(folder);
  const account = process.getuid?.() === 0 ? accountOf(uid, gid) : undefined;
  if (account)
    for (const path of [folder, join(folder, 'userlist.txt'), join(folder, 'pgbouncer.ini')])
      chownSync(path, account.uid, account.gid);
  const program = startProgram(['pgbouncer', join(folder, 'pgbouncer.ini')], {
    env: environment,
    stdio: ['ignore', 'ignore', 'pipe'],
    ...account,
  });
  await program.waitForOutput(/process up/);
  return {
    connection: { ...target, host: '127.0.0.1', port },
    async close() {
      // SIGINT would wait for the sessions of clients.
      await program.stop('SIGTERM');
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

const nobody = 65534;

function accountOf(uid: number, gid: number): { uid: number; gid: number } {
  return uid === 0 ? { uid: nobody, gid: nobody } : { uid, gid };
}
