// Starts the configured ways of incoming mail: IMAP reader, webhook.
import { untilAborted } from '@fairlead/backend/errors';
import type { RequestInterceptor } from '@fairlead/backend/http';
import { createMailReader } from '@fairlead/mail-reader';
import { createSecretKeyClient } from '../../site/app/data/server-settings.ts';
import type { ConnectedBackend } from '../boot/connect-backend.ts';
import type { ServerConfig } from '../settings/config.ts';
import { writeLog } from '../log/write-log.ts';
import { createMailIntake } from '../mail-in/create-mail-intake.ts';
import { createMailInStateRecorder } from '../mail-in/mail-in-state.ts';
import { ownMailTexts } from '../mail-in/own-mail-texts.ts';
import { createMailWebhookEndpoint } from '../mail-in/webhook/mail-webhook-endpoint.ts';
import { startMailboxReading } from './read-mailbox.ts';

export interface MailInService {
  /** Handles requests to /mail-in. */
  webhook: RequestInterceptor | null;
  stop(): Promise<void>;
}

/** The address in `Name <address>`. */
function bareAddress(from: string | undefined): string | null {
  return from?.match(/[^<>\s]+@[^<>\s]+/)?.[0] ?? null;
}

export function startMailIn(
  config: ServerConfig,
  { access, keys }: ConnectedBackend,
  reply: string,
  callLimit: AbortSignal,
): MailInService {
  const { MAIL_FROM, MAIL_IN_IMAP_URL, MAIL_IN_WEBHOOK_SECRET } = config;
  const client = createSecretKeyClient(access, keys);
  const ends: (() => Promise<void>)[] = [];
  async function stop(): Promise<void> {
    // A mail that is cut off stays in its mailbox, and is read again by the next start.
    for (const end of ends) await untilAborted(end(), callLimit).catch(() => {});
  }
  const reader = createMailReader({
    own: { replyAddress: reply, senderAddress: bareAddress(MAIL_FROM), ...ownMailTexts },
    sender: { dnsServer: config.DNS_SERVER, authservId: config.MAIL_IN_AUTHSERV_ID },
    onProblem: (message) => writeLog({ level: 'warn', event: 'mail_in.unreadable', message }),
  });
  const shared = {
    intake: createMailIntake(client, reader),
    notes: createMailInStateRecorder(config.DATA_DIR),
  };
  if (MAIL_IN_IMAP_URL) ends.push(startMailboxReading({ ...shared, client, url: MAIL_IN_IMAP_URL }).stop);
  // Closed last, because the others pass mail to it.
  ends.push(reader.close);
  const webhook = MAIL_IN_WEBHOOK_SECRET
    ? createMailWebhookEndpoint({
        ...shared,
        secret: MAIL_IN_WEBHOOK_SECRET,
        trustedProxies: config.TRUSTED_PROXIES,
      })
    : null;
  return { webhook, stop };
}
