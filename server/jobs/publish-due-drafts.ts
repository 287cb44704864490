import type { ServerClient } from '../../site/app/data/server-client.ts';
import { startJob, type Job, type RunningJob } from './start-job.ts';

export const publishDueDrafts: Job = {
  name: 'publish-due-drafts',
  what: 'publishes scheduled changes of content when they are due; what was due while the server was off, at the start',
  everyMs: 10_000,
  runsAtStart: true,
  failure: { level: 'warn', event: 'content.not_published', repeatMs: 600_000 },
  metrics: [],
};

/** The database does it once for all servers. `client` uses the secret key. */
export function startPublishingDueDrafts(client: ServerClient, everyMs?: number): RunningJob {
  return startJob(publishDueDrafts, async () => (await client.rpc('publish_due_draft').throwOnError()).data, {
    everyMs,
  });
}
