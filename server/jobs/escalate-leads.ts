import type { ServerClient } from '../../site/app/data/server-client.ts';
import { startJob, type Job, type RunningJob } from './start-job.ts';

export const escalateLeads: Job = {
  name: 'escalate-leads',
  what: 'notifies colleagues of leads whose response-time target has passed',
  everyMs: 60_000,
  runsAtStart: false,
  failure: { level: 'warn', event: 'leads.not_escalated', repeatMs: Infinity },
  metrics: [],
};

/** The database does it once for all servers. `client` uses the secret key. */
export function startLeadEscalations(client: ServerClient, everyMs?: number): RunningJob {
  return startJob(
    escalateLeads,
    async () => {
      await client.rpc('escalate_waiting_leads').throwOnError();
    },
    { everyMs },
  );
}
