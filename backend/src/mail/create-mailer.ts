import { folderTransport } from './folder-transport.ts';
import type { Mailer, Transport } from './message.ts';
import { type MailQueueOptions, createMailQueue } from './mail-queue.ts';
import { smtpTransport, type DkimKey } from './smtp-transport.ts';

export interface MailConfig {
  /** smtp:// or smtps://; without it messages become files. */
  smtpUrl?: string | undefined;
  /** An address, or `Name <address>`; a function where the name may change. */
  from?: string | (() => string) | undefined;
  /** Without it and without a server, messages are dropped. */
  folder?: string | undefined;
  /** Of the address of `from`. */
  dkim?: DkimKey | undefined;
  /** After each attempt to send by SMTP; without an error it was sent. */
  onAttempt?: (error?: unknown) => void;
}

const DEFAULT_SENDER = 'no-reply@localhost';

function senderOf(from: MailConfig['from'] = DEFAULT_SENDER): string {
  return typeof from === 'string' ? from : from();
}

/** For callers with a queue of their own; null without a server and a folder. */
export function createMailTransport({
  smtpUrl,
  from,
  folder,
  dkim,
  onAttempt,
}: MailConfig): Transport | null {
  if (smtpUrl) return smtpTransport({ url: smtpUrl, from: senderOf(from), dkim, onAttempt });
  return folder ? folderTransport({ folder, from: () => senderOf(from) }) : null;
}

/** Mail for accounts, behind the queue in the database. */
export function createMailer(config: MailConfig, options: Omit<MailQueueOptions, 'domain'>): Mailer {
  const transport = createMailTransport(config);
  const domain = /@([^<>\s@]+)>?$/.exec(senderOf(config.from))?.[1] ?? 'localhost';
  if (transport) return createMailQueue(transport, { ...options, domain });
  return { async enqueue() {}, wake() {}, async reencrypt() {}, async close() {} };
}
