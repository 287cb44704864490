import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import type { ClusterDirectory } from './cluster-directory.ts';

/** All files of a cluster to the disk, at once instead of one by one while they are written. */
export async function syncCluster({ binaries, cluster, account }: ClusterDirectory): Promise<void> {
  const child = spawn(join(binaries, 'bin', 'initdb'), ['--sync-only', '-D', cluster], {
    stdio: 'ignore',
    cwd: '/',
    env: { PATH: '/usr/bin:/bin', LC_ALL: 'C' },
    ...account,
  });
  const [code] = (await once(child, 'exit')) as [number | null];
  if (code !== 0) throw new Error(`${cluster} could not be synced to the disk`);
}
