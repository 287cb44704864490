import { execFileSync, spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { projectRoot } from '../../server/project-root.ts';

export interface Installation {
  installed: string;
  /** The working folder. */
  home: string;
  /** Another user's ID; undefined where only root could take one. */
  user: number | undefined;
  environment: Record<string, string>;
}

export interface InstalledServer {
  url: string;
  /** From the command to the first page. */
  seconds: number;
  processorSeconds: number;
  stop(): Promise<void>;
}

/** As the other user, where the checkout is an empty folder, if this process may do that. */
function command({ installed, user }: Installation, args: string[]): [string, string[]] {
  const program = [join(installed, 'fairlead'), ...args];
  if (user === undefined) return ['env', program];
  const hidden = `mount -t tmpfs none "${projectRoot}" && exec setpriv --reuid=${user} --regid=${user} --clear-groups "$@"`;
  return ['unshare', ['--mount', 'sh', '-c', hidden, 'sh', ...program]];
}

function options({ home, environment }: Installation) {
  return { cwd: home, env: { PATH: '/usr/bin:/bin:/usr/sbin:/sbin', ...environment } };
}

/** Returns what it printed. */
export function runInstalled(installation: Installation, args: string[]): string {
  const [program, rest] = command(installation, args);
  return execFileSync(program, rest, { ...options(installation), encoding: 'utf8' });
}

/** Resolves once its home page is there. */
export async function startInstalled(installation: Installation): Promise<InstalledServer> {
  const startedAt = performance.now();
  const [program, rest] = command(installation, ['start']);
  const child = spawn(program, rest, { ...options(installation), stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += String(chunk)));
  const ended = new Promise<void>((resolve) => child.once('close', () => resolve()));
  const end = (): void => void child.kill('SIGTERM');
  process.once('exit', end);
  const url = `http://localhost:${installation.environment['PORT']}`;
  while (!(await fetch(url).catch(() => null))?.ok) {
    if (child.exitCode !== null || performance.now() - startedAt > 60_000)
      throw new Error(`it does not serve:\n${output}`);
    await wait(50);
  }
  return {
    url,
    seconds: (performance.now() - startedAt) / 1000,
    processorSeconds: processorSeconds(child.pid ?? 0),
    async stop() {
      process.off('exit', end);
      end();
      await ended;
    },
  };
}

/** Of a process and its ended children, which are those of a start. */
function processorSeconds(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? [];
  return fields.slice(11, 15).reduce((sum, ticks) => sum + Number(ticks), 0) / 100;
}
