import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import type { ConnectionParameters } from '../src/database/connection-parameters.ts';

const program = fileURLToPath(new URL('./hold-database.ts', import.meta.url));

export interface Holder {
  pid: number;
  /** Undefined if the folder was rejected. */
  connection: ConnectionParameters;
  cluster: string;
  rejection: string | undefined;
  /** Sends kill -9. */
  kill(): Promise<void>;
  end(): Promise<void>;
}

export async function holdDatabase(dataDir: string, user?: { uid: number; gid: number }): Promise<Holder> {
  const child = spawn(process.execPath, [program, dataDir], {
    stdio: ['pipe', 'pipe', 'inherit'],
    cwd: '/',
    ...user,
  });
  const lines = createInterface({ input: child.stdout });
  const exited = once(child, 'exit');
  const [line] = (await once(lines, 'line')) as [string];
  return {
    pid: child.pid ?? 0,
    ...({ rejection: undefined, ...JSON.parse(line) } as Pick<
      Holder,
      'connection' | 'cluster' | 'rejection'
    >),
    async kill() {
      child.kill('SIGKILL');
      await exited;
    },
    async end() {
      child.stdin.end();
      await exited;
    },
  };
}

export function postmasterPid(cluster: string): number {
  return Number(readFileSync(join(cluster, 'postmaster.pid'), 'utf8').split('\n')[0]);
}
