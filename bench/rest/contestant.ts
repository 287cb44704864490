import { fork } from 'node:child_process';
import { join } from 'node:path';
import type { Target } from '../load.ts';

/** What a contestant's process is told. */
export const settings: { databaseUrl: string; workdir: string } = {
  databaseUrl: process.env['BENCH_DATABASE_URL'] ?? '',
  workdir: process.env['BENCH_WORKDIR'] ?? '',
};

interface Ready {
  url: string;
  /** its publishable key, or empty */
  key: string;
}

/** Said by a contestant's process once it answers. */
export function ready(where: Ready): void {
  process.send?.(where);
}

export interface Contestant extends Target, Ready {
  stop(): Promise<void>;
}

/** Starts one of the files beside this one. Throws when it ends before it answers. */
export async function startContestant(
  name: 'ours' | 'bare' | 'lite',
  told: Partial<typeof settings> = {},
): Promise<Contestant> {
  const child = fork(join(import.meta.dirname, `${name}.ts`), {
    env: { ...process.env, BENCH_DATABASE_URL: told.databaseUrl ?? '', BENCH_WORKDIR: told.workdir ?? '' },
  });
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  const where = await new Promise<Ready>((resolve, reject) => {
    child.once('message', (message) => resolve(message as Ready));
    child.once('exit', (code) => reject(new Error(`${name} ended with ${code} before it answered`)));
  });
  return {
    ...where,
    pid: child.pid ?? 0,
    async stop() {
      child.kill('SIGKILL');
      await ended;
    },
  };
}
