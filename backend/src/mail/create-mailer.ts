import type { Log } from '../errors/log-entry.ts';
import { folderTransport } from './folder-transport.ts';
import type { Mailer, Transport } from './message.ts';
import { createMailQueue } from './mail-queue.ts';
import { smtpTransport } from './smtp-transport.ts';

export interface MailConfig {
  /** smtp:// or smtps://; without it messages become files. */
  smtpUrl?: string | undefined;
  /** The sender: an address, or `Name <address>`. */
  from?: string | undefined;
  /** Where messages become files; without it and without a server they are dropped. */
  folder?: string | undefined;
}

const DEFAULT_SENDER = 'no-reply@localhost';

/** For callers with a queue of their own; null without a server and a folder. */
export function createMailTransport({
  smtpUrl,
  from = DEFAULT_SENDER,
  folder,
}: MailConfig): Transport | null {
  if (smtpUrl) return smtpTransport({ url: smtpUrl, from });
  return folder ? folderTransport({ folder, from }) : null;
}

/** Mail for accounts: a transport behind a queue in memory. */
export function createMailer(settings: MailConfig, log: Log): Mailer {
  const transport = createMailTransport(settings);
  return transport ? createMailQueue(transport, { log }) : { delivers: false, send() {}, async close() {} };
}
