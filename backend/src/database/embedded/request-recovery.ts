import { chownSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ClusterDirectory } from './cluster-directory.ts';

/** The next start replays the log up to its recovery target. PostgreSQL removes the file then. */
export function requestRecovery({ cluster, account }: ClusterDirectory): void {
  const file = join(cluster, 'recovery.signal');
  writeFileSync(file, '', { mode: 0o600, flush: true });
  if (account) chownSync(file, account.uid, account.gid);
}
