import type { ServerClient } from '../../site/app/data/server-client.ts';
import { startJob, type Job, type RunningJob } from './start-job.ts';

export const deleteOrphanedFiles: Job = {
  name: 'delete-orphaned-files',
  what: 'deletes uploads and pictures that nothing uses, which crashes, aborted requests and deleted accounts leave',
  everyMs: 3_600_000,
  runsAtStart: true,
  failure: { level: 'warn', event: 'uploads.unswept', repeatMs: 0 },
  metrics: [],
};

const buckets = ['incoming', 'pictures'];

/** Safe with several servers. `client` uses the secret key, because it deletes files of any account. */
export function startOrphanedFileDeletion(client: ServerClient): RunningJob {
  return startJob(deleteOrphanedFiles, async () => {
    const { data: orphaned } = await client.rpc('orphaned_files').throwOnError();
    for (const bucket of buckets) {
      const paths = orphaned.filter((file) => file.bucket === bucket).map(({ path }) => path);
      if (paths.length === 0) continue;
      const { error } = await client.storage.from(bucket).remove(paths);
      if (error) throw error;
    }
  });
}
