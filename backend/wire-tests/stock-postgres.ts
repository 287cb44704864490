import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import {
  chownSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { startTcpServer } from '../fakes/tcp-server.ts';

const oldestMajor = 15;

/** The programs of the newest PostgreSQL in Debian's packages, or of the one in PATH; undefined if there is none. */
export function findStockPostgres(): string | undefined {
  const debian = '/usr/lib/postgresql';
  const majors = existsSync(debian) ? readdirSync(debian).map(Number) : [];
  for (const major of majors.toSorted((a, b) => b - a))
    if (major >= oldestMajor && existsSync(join(debian, `${major}`, 'bin/initdb')))
      return join(debian, `${major}`, 'bin');
  const inPath = (process.env['PATH'] ?? '').split(':').find((folder) => existsSync(join(folder, 'initdb')));
  if (inPath === undefined) return undefined;
  const { stdout } = spawnSync(join(inPath, 'initdb'), ['--version'], { encoding: 'utf8' });
  return Number(/(\d+)/.exec(stdout)?.[1]) >= oldestMajor ? inPath : undefined;
}

export interface StockPostgres {
  /** The URL of its superuser. */
  url: string;
  version: string;
  stop(): Promise<void>;
}

/**
 * With PostgreSQL's default settings (JIT, 100 connections, its time zone), except that it does not wait for the disk.
 */
export async function startStockPostgres(binaries: string): Promise<StockPostgres> {
  const folder = mkdtempSync(join(tmpdir(), 'stock-postgres-'));
  const account = process.getuid?.() === 0 ? findAccount() : undefined;
  const data = join(folder, 'data');
  const passwordFile = join(folder, 'password');
  const password = 'stock';
  writeFileSync(passwordFile, password);
  mkdirSync(data, { mode: 0o700 });
  if (account) for (const path of [folder, data, passwordFile]) chownSync(path, account.uid, account.gid);
  const options = {
    cwd: '/',
    env: { PATH: process.env['PATH'], LC_ALL: 'C.UTF-8', TZ: 'America/St_Johns' },
    ...account,
  };
  const removeFolder = (): void => rmSync(folder, { recursive: true, force: true, maxRetries: 20 });
  const made = spawnSync(
    join(binaries, 'initdb'),
    ['-D', data, '-U', 'postgres', `--pwfile=${passwordFile}`, '--auth=scram-sha-256', '--no-sync'],
    { ...options, encoding: 'utf8' },
  );
  if (made.status !== 0) {
    removeFolder();
    throw new Error(`initdb: ${made.error?.message ?? made.stderr}`);
  }
  const port = await unusedPort();
  const child = spawn(
    join(binaries, 'postgres'),
    ['-D', data, '-p', String(port), '-k', folder, '-c', 'listen_addresses=127.0.0.1', '-c', 'fsync=off'],
    { ...options, stdio: ['ignore', 'ignore', 'pipe'] },
  );
  const endWithUs = (): void => void child.kill('SIGQUIT');
  process.once('exit', endWithUs);
  const ended = once(child, 'exit').then(() => process.off('exit', endWithUs));
  const lines: string[] = [];
  await new Promise<void>((resolve, reject) => {
    createInterface({ input: child.stderr }).on('line', (line) => {
      if (line.includes('database system is ready')) resolve();
      else if (lines.length < 100) lines.push(line);
    });
    child.once('exit', () => reject(new Error(`postgres ended: ${lines.join('\n')}`)));
  });
  return {
    url: `postgres://postgres:${password}@127.0.0.1:${port}/postgres`,
    version: readFileSync(join(data, 'PG_VERSION'), 'utf8').trim(),
    async stop() {
      child.kill('SIGINT');
      await ended;
      removeFolder();
    },
  };
}

/** For programs that cannot use a port chosen by the system. */
export async function unusedPort(): Promise<number> {
  const { port, close } = await startTcpServer();
  await close();
  return port;
}

/** PostgreSQL refuses to run as root. */
function findAccount(): { uid: number; gid: number } {
  const accounts = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .map((line) => line.split(':'));
  const found =
    accounts.find(([name]) => name === 'postgres') ?? accounts.find(([name]) => name === 'nobody');
  return { uid: Number(found?.[2] ?? 65_534), gid: Number(found?.[3] ?? 65_534) };
}
