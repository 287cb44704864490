// Starts the site's background jobs: mail worker, hourly cleanup, overdue lead escalations, erasures.
import { createSecretKeyClient } from '../../site/app/data/server-settings.ts';
import { startHourlyCleanup } from '../../site/app/dashboard/media/receive/start-hourly-cleanup.server.ts';
import type { ConnectedBackend } from '../boot/connect-backend.ts';
import type { ServerConfig } from '../settings/config.ts';
import { startErasureJob } from '../erasures/start-erasure-job.ts';
import { writeLog } from '../log/write-log.ts';
import type { SupabaseClient } from '@supabase/supabase-js';
import type { Database } from '../../site/app/data/database-types.ts';
import { createMailTransport } from '@fairlead/backend/mail';
import { startOutboxWorker, type OutboxWorker } from '../../site/app/mail/start-outbox-worker.ts';
import { createMailConfig } from '../mail/mail-config.ts';
import { parseSenderDomain } from '../mail/sender-address.ts';

export function startBackgroundJobs(
  config: ServerConfig,
  connected: ConnectedBackend,
  callLimit: AbortSignal,
): { stop: () => Promise<void> } {
  const mailWorker = startMailWorker(config, connected, { callLimit });
  const client = createSecretKeyClient(connected.access, connected.keys);
  const cleanup = startHourlyCleanup({ client, log: writeLog });
  const escalations = startLeadEscalations({ client, log: writeLog });
  const erasures = startErasureJob(config, connected, callLimit);
  return {
    async stop() {
      await Promise.all([cleanup.stop(), mailWorker.stop(), escalations.stop(), erasures.stop()]);
    },
  };
}

interface EscalationSettings {
  /** Uses the secret key. */
  client: SupabaseClient<Database>;
  log: typeof writeLog;
  everyMs?: number;
}

/** Each minute: notifies colleagues of leads whose target has passed. The database does it once for all servers. */
export function startLeadEscalations({ client, log, everyMs = 60_000 }: EscalationSettings): {
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

/** Named as in onCommit; "*" if any table may have changed. */
const queueTables = new Set(['private.outbox', 'private.staff_notifications', '*']);

/** Sends the product's outbox, through the same transport as account mails. */
export function startMailWorker(
  config: ServerConfig,
  { access, keys, backend }: ConnectedBackend,
  { pollMs, callLimit }: { pollMs?: number; callLimit?: AbortSignal } = {},
): OutboxWorker {
  const { MAIL_FROM, REPLY_ADDRESS, SITE_URL } = config;
  const transport = createMailTransport(createMailConfig(config, access.agency, callLimit));
  if (!transport) throw new Error('no mail transport configured');
  const outbox = startOutboxWorker({
    client: createSecretKeyClient(access, keys),
    transport,
    agency: access.agency,
    siteUrl: SITE_URL,
    domain: parseSenderDomain(MAIL_FROM) ?? new URL(SITE_URL).hostname,
    replyBase: REPLY_ADDRESS,
    log: writeLog,
    ...(pollMs !== undefined && { pollMs }),
  });
  backend?.onCommit((tables) => {
    if (tables.some((table) => queueTables.has(table))) outbox.wake();
  });
  return outbox;
}
