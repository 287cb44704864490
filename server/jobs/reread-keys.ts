import type { Backend } from '@fairlead/backend';
import { startJob, type Job, type RunningJob } from './start-job.ts';

export const rereadKeys: Job = {
  name: 'reread-keys',
  what: 'finds rotated keys; NOTIFY announces them too, but not if the command was killed before',
  everyMs: 30_000,
  runsAtStart: false,
  // The backend logs it.
  failure: null,
  metrics: [],
};

/** Not needed with an external database: there a rotation and its NOTIFY are one transaction. */
export function startKeyRereading(backend: Pick<Backend, 'reloadKeys'>): RunningJob {
  return startJob(rereadKeys, async () => {
    await backend.reloadKeys();
  });
}
