import { fork } from 'node:child_process';
import { join } from 'node:path';
import type { LoadTarget } from '../load.ts';

interface ContestantOptions {
  databaseUrl: string;
  workdir: string;
  /** Tables whose rows are counted in responses. */
  countedTables: readonly string[];
}

export const contestantOptions: ContestantOptions = {
  databaseUrl: process.env['BENCH_DATABASE_URL'] ?? '',
  workdir: process.env['BENCH_WORKDIR'] ?? '',
  countedTables: process.env['BENCH_COUNTED_TABLES']?.split(' ') ?? [],
};

interface Ready {
  url: string;
  /** Its publishable key; both keys are empty texts if it has none. */
  key: string;
  secretKey: string;
}

export function sendReady(ready: Ready): void {
  process.send?.(ready);
}

export type Contestant = LoadTarget & Ready & AsyncDisposable;

/** Starts one of the files in this folder. Throws if it ends before it is ready. */
export async function startContestant(
  name: 'ours' | 'bare',
  given: Partial<ContestantOptions> = {},
): Promise<Contestant> {
  const child = fork(join(import.meta.dirname, `${name}.ts`), {
    env: {
      ...process.env,
      BENCH_DATABASE_URL: given.databaseUrl ?? '',
      BENCH_WORKDIR: given.workdir ?? '',
      ...(given.countedTables && { BENCH_COUNTED_TABLES: given.countedTables.join(' ') }),
    },
  });
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  const ready = await new Promise<Ready>((resolve, reject) => {
    child.once('message', (message) => resolve(message as Ready));
    child.once('exit', (code) => reject(new Error(`${name} ended with ${code} before it was ready`)));
  });
  return {
    ...ready,
    pid: child.pid ?? 0,
    async [Symbol.asyncDispose]() {
      child.kill('SIGKILL');
      await ended;
    },
  };
}
