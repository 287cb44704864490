import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { startProgram } from '@fairlead/backend/testing';
import { projectRoot } from '../../../server/project-root.ts';
import { readProcessorSeconds } from '../../bench/process-figures.ts';

export interface Installation {
  installed: string;
  /** The working folder. */
  home: string;
  /** The id of another user; undefined if this process is not root. */
  user: number | undefined;
  environment: Record<string, string>;
}

export interface InstalledServer {
  url: string;
  /** Time from the command to the first page. */
  seconds: number;
  /** Processor time of the server and its database until then. */
  processorSeconds: number;
  output(): string;
  stop(): Promise<void>;
}

/** Runs as the other user, for whom the checkout is an empty folder, if this process may do that. */
function command({ installed, user }: Installation, args: string[]): [string, string[]] {
  const program = [join(installed, 'fairlead'), ...args];
  if (user === undefined) return ['env', program];
  const hidden = `mount -t tmpfs none "${projectRoot}" && exec setpriv --reuid=${user} --regid=${user} --clear-groups "$@"`;
  return ['unshare', ['--mount', 'sh', '-c', hidden, 'sh', ...program]];
}

function options({ home, environment }: Installation) {
  return { cwd: home, env: { PATH: '/usr/bin:/bin:/usr/sbin:/sbin', ...environment } };
}

/** Returns the output. */
export function runInstalled(installation: Installation, args: string[]): string {
  const [program, rest] = command(installation, args);
  return execFileSync(program, rest, { ...options(installation), encoding: 'utf8' });
}

/** Resolves once its home page, or the page at `path`, responds. */
export async function startInstalled(installation: Installation, path = ''): Promise<InstalledServer> {
  const startedAt = performance.now();
  const [program, rest] = command(installation, ['start']);
  const running = startProgram([program, ...rest], options(installation));
  const url = `http://localhost:${installation.environment['PORT']}`;
  while (!(await fetch(url + path).catch(() => null))?.ok) {
    if (running.process.exitCode !== null || performance.now() - startedAt > 180_000)
      throw new Error(`it does not serve:\n${running.output()}`);
    await wait(50);
  }
  return {
    url,
    seconds: (performance.now() - startedAt) / 1000,
    processorSeconds: readProcessorSeconds(running.process.pid ?? 0),
    output: running.output,
    stop: async () => void (await running.stop()),
  };
}
