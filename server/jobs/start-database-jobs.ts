import type { Backend } from '@fairlead/backend';
import { clusterFolderOf } from '@fairlead/backend/embedded';
import { startRestorePointDeletion } from './delete-restore-point.ts';
import { startKeyRereading } from './reread-keys.ts';

/** For an embedded database. Returns the function that stops them. */
export function startDatabaseJobs(backend: Backend, dataDir: string): () => Promise<void> {
  const cluster = clusterFolderOf(dataDir);
  const running = [
    startKeyRereading(backend),
    ...(cluster === undefined ? [] : [startRestorePointDeletion({ dataDir, cluster })]),
  ];
  return async () => {
    await Promise.all(running.map((job) => job.stop()));
  };
}
