import { folderTransport } from './folder-transport.ts';
import type { Mailer, Transport } from './message.ts';
import { type MailQueueOptions, createMailQueue } from './mail-queue.ts';
import { smtpTransport, type DkimKey } from './smtp-transport.ts';

export interface MailConfig {
  /** smtp:// or smtps://; without it messages become files. */
  smtpUrl?: string | undefined;
  /** An address, or `Name <address>`. */
  from?: string | undefined;
  /** Without it and without a server, messages are dropped. */
  folder?: string | undefined;
  /** Of the address of `from`. */
  dkim?: DkimKey | undefined;
  /** After each attempt to send by SMTP; without an error it was sent. */
  onAttempt?: (error?: unknown) => void;
}

const DEFAULT_SENDER = 'no-reply@localhost';

/** For callers with a queue of their own; null without a server and a folder. */
export function createMailTransport({
  smtpUrl,
  from = DEFAULT_SENDER,
  folder,
  dkim,
  onAttempt,
}: MailConfig): Transport | null {
  if (smtpUrl) return smtpTransport({ url: smtpUrl, from, dkim, onAttempt });
  return folder ? folderTransport({ folder, from }) : null;
}

/** Mail for accounts, behind the queue in the database. */
export function createMailer(config: MailConfig, options: Omit<MailQueueOptions, 'domain'>): Mailer {
  const transport = createMailTransport(config);
  const domain = /@([^<>\s@]+)>?$/.exec(config.from ?? DEFAULT_SENDER)?.[1] ?? 'localhost';
  if (transport) return createMailQueue(transport, { ...options, domain });
  return { async enqueue() {}, wake() {}, async reencrypt() {}, async close() {} };
}
