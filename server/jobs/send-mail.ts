import { createMailTransport } from '@fairlead/backend/mail';
import { createSecretKeyClient } from '../../site/app/data/server-settings.ts';
import { createOutboxSender } from '../../site/app/mail/create-outbox-sender.ts';
import type { ConnectedBackend } from '../boot/connect-backend.ts';
import { writeLog } from '../log/write-log.ts';
import { createMailConfig } from '../mail/mail-config.ts';
import { parseSenderDomain } from '../mail/sender-address.ts';
import type { ServerConfig } from '../settings/config.ts';
import { startJob, type Job, type RunningJob } from './start-job.ts';

export const sendMail: Job = {
  name: 'send-mail',
  what: 'sends queued mail, and queues the digests that are due',
  // For retries, and for hosted projects, which do not report commits.
  everyMs: 5_000,
  runsAtStart: true,
  wokenBy: 'queued mail',
  failure: { level: 'warn', event: 'outbox.unreachable', repeatMs: Infinity },
  metrics: ['fairlead_mail_waiting', 'fairlead_mail_oldest_seconds', 'fairlead_mail_failed'],
};

/** Named as in onCommit; "*" if any table may have changed. */
const queueTables = new Set(['private.outbox', 'private.staff_notifications', '*']);
const stopTimeoutMs = 3_000;

/**
 * Sends the product's outbox, through the same transport as account mails. `stop` waits a short time for mail that is
 * being sent; the rest is retried when its lease expires.
 */
export function startMailSending(
  config: ServerConfig,
  { access, keys, backend }: ConnectedBackend,
  { everyMs, callLimit }: { everyMs?: number; callLimit?: AbortSignal } = {},
): RunningJob {
  const { MAIL_FROM, REPLY_ADDRESS, SITE_URL } = config;
  const transport = createMailTransport(createMailConfig(config, access.agency, callLimit));
  if (!transport) throw new Error('no mail transport configured');
  const outbox = createOutboxSender({
    client: createSecretKeyClient(access, keys),
    transport,
    agency: access.agency,
    siteUrl: SITE_URL,
    domain: parseSenderDomain(MAIL_FROM) ?? new URL(SITE_URL).hostname,
    replyBase: REPLY_ADDRESS,
    log: writeLog,
  });
  const job = startJob(
    sendMail,
    ({ signal }) =>
      outbox.sendDue(signal).catch((error: unknown) => {
        if (!signal.aborted) throw error;
      }),
    { everyMs },
  );
  backend?.onCommit((tables) => {
    if (tables.some((table) => queueTables.has(table))) job.wake();
  });
  return {
    wake: job.wake,
    async stop() {
      let timer: NodeJS.Timeout | undefined;
      await Promise.race([
        job.stop(),
        new Promise((resolve) => (timer = setTimeout(resolve, stopTimeoutMs))),
      ]);
      clearTimeout(timer);
      transport.close();
    },
  };
}
