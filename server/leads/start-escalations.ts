import type { SupabaseClient } from '@supabase/supabase-js';
import type { Database } from '../../site/app/data/database-types.ts';
import type { writeLog } from '../log/write-log.ts';

interface EscalationSettings {
  /** Made with the secret key. */
  client: SupabaseClient<Database>;
  log: typeof writeLog;
  everyMs?: number;
}

/** Each minute: notifies colleagues of leads whose target has passed. The database does it once, however many servers ask. */
export function startEscalations({ client, log, everyMs = 60_000 }: EscalationSettings): {
  stop: () => Promise<void>;
} {
  let isFailing = false;
  let running = Promise.resolve();

  async function escalate(): Promise<void> {
    try {
      await client.rpc('escalate_waiting_leads').throwOnError();
      isFailing = false;
    } catch (error) {
      // an outage is logged once
      if (!isFailing) log({ level: 'warn', event: 'leads.not_escalated', message: (error as Error).message });
      isFailing = true;
    }
  }

  const timer = setInterval(() => {
    running = running.then(escalate);
  }, everyMs).unref();
  return {
    async stop() {
      clearInterval(timer);
      await running;
    },
  };
}
