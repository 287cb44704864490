import type { ServerClient } from '../../site/app/data/server-client.ts';
import { startJob, type Job, type RunningJob } from './start-job.ts';

export const expireRows: Job = {
  name: 'expire-rows',
  what: 'deletes what is kept for a limited time: retention of leads, trash, versions and autosaves, feedback, audit log, received mail',
  everyMs: 3_600_000,
  runsAtStart: true,
  failure: { level: 'warn', event: 'rows.unswept', repeatMs: 0 },
  metrics: [],
};

const expiries = [
  'delete_expired_rows',
  'delete_expired_content',
  'delete_expired_feedback',
  'delete_expired_audit_entries',
  'apply_retention',
  'expire_received_mails',
] as const;

/** Safe with several servers. `client` uses the secret key. */
export function startRowExpiry(client: ServerClient): RunningJob {
  return startJob(expireRows, async ({ signal, report }) => {
    for (const name of expiries) {
      if (signal.aborted) return;
      const { error } = await client.rpc(name);
      if (error) report(error);
    }
  });
}
