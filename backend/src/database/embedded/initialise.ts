import { spawn } from 'node:child_process';
import { chownSync, existsSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { StartupError } from '../../errors/startup-error.ts';
import { explainOutput } from './folder-errors.ts';
import type { Home } from './home.ts';
import { killOnExit } from './kill-on-exit.ts';

/**
 * Makes the cluster when there is none. It appears under its name only when it is whole. `durable` waits until it is
 * on the disk; a cluster that nothing needs to survive is made in half the time.
 */
export async function initialise(home: Home, durable: boolean): Promise<void> {
  if (existsSync(home.cluster)) return;
  // Made by us: the account may not write in the folder that holds it.
  const making = join(home.folder, 'postgres.new');
  rmSync(making, { recursive: true, force: true });
  mkdirSync(making, { mode: 0o700 });
  const passwordFile = join(home.folder, 'password.new');
  writeFileSync(passwordFile, home.password, { mode: 0o600 });
  if (home.account) {
    chownSync(making, home.account.uid, home.account.gid);
    chownSync(passwordFile, home.account.uid, home.account.gid);
  }
  try {
    await runInitdb(home, making, passwordFile, durable);
    renameSync(making, home.cluster);
  } finally {
    rmSync(passwordFile, { force: true });
    rmSync(making, { recursive: true, force: true });
  }
}

async function runInitdb(home: Home, cluster: string, passwordFile: string, durable: boolean): Promise<void> {
  const child = spawn(
    join(home.binaries, 'bin', 'initdb'),
    [
      '-D',
      cluster,
      '-U',
      'postgres',
      `--pwfile=${passwordFile}`,
      '--auth=scram-sha-256',
      '--encoding=UTF8',
      // Does not depend on what the machine has installed, and no update of a library can reorder an index.
      '--locale=C',
      '--locale-provider=builtin',
      '--builtin-locale=C.UTF-8',
      ...(durable ? [] : ['--no-sync']),
    ],
    {
      stdio: ['ignore', 'pipe', 'pipe'],
      cwd: '/',
      env: { PATH: '/usr/bin:/bin', LC_ALL: 'C', TZ: 'UTC' },
      ...home.account,
    },
  );
  killOnExit(child, 'SIGKILL');
  const ended = new Promise<number | null>((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', resolve);
  });
  const [, output, code] = await Promise.all([text(child.stdout), text(child.stderr), ended]);
  if (code === 0) return;
  throw (
    explainOutput(home.folder, output) ??
    new StartupError(`The embedded database could not be made in ${home.folder}: ${output.trim()}`)
  );
}
