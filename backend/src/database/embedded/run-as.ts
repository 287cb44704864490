import { spawnSync } from 'node:child_process';
import { readFileSync, statSync } from 'node:fs';
import { StartupError } from '../../errors/startup-error.ts';

/** Undefined means the user of this process. */
export interface UnixAccount {
  uid: number;
  gid: number;
}

const nobody: UnixAccount = { uid: 65534, gid: 65534 };

/** PostgreSQL does not run as root: then the owner of an existing cluster, else uid 65534. */
export function chooseAccount(cluster: string | undefined): UnixAccount | undefined {
  if (process.getuid?.() !== 0) return undefined;
  const stat = cluster === undefined ? undefined : statSync(cluster, { throwIfNoEntry: false });
  const account = stat && stat.uid !== 0 ? { uid: stat.uid, gid: stat.gid } : nobody;
  if (!isInPasswd(account.uid)) {
    throw new StartupError(
      `As root, the embedded database runs as user id ${account.uid}, which /etc/passwd does not have: add it, start as an ordinary user, or set DATABASE_URL`,
    );
  }
  return account;
}

function isInPasswd(uid: number): boolean {
  const lines = readFileSync('/etc/passwd', 'utf8').split('\n');
  return lines.some((line) => line.split(':')[2] === String(uid));
}

/** Asks the kernel, since mode bits do not say everything. */
export function canEnter(account: UnixAccount | undefined, folder: string): boolean {
  if (account === undefined) return true;
  const result = spawnSync('/bin/sh', ['-c', 'cd -- "$1"', 'sh', folder], {
    ...account,
    cwd: '/',
    stdio: 'ignore',
  });
  return result.status === 0;
}
