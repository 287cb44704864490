import type { Log } from '../errors/log-entry.ts';
import { folderTransport } from './folder-transport.ts';
import type { Mailer, Transport } from './message.ts';
import { queued } from './mail-queue.ts';
import { smtpTransport } from './smtp-transport.ts';

export interface MailSettings {
  /** A mail server; without it messages become files. */
  smtpUrl?: string | undefined;
  /** The sender: an address, or `Name <address>`. */
  from?: string | undefined;
  /** Where messages become files; without it and without a server they go nowhere. */
  folder?: string | undefined;
}

const NOBODY = 'no-reply@localhost';

/** The way out of the house for whoever keeps account of each message; null without a server and a folder. */
export function openTransport({ smtpUrl, from = NOBODY, folder }: MailSettings): Transport | null {
  if (smtpUrl) return smtpTransport({ url: smtpUrl, from });
  return folder ? folderTransport({ folder, from }) : null;
}

/** The mail room. */
export function openMail(settings: MailSettings, log: Log): Mailer {
  const transport = openTransport(settings);
  return transport ? queued(transport, { log }) : { delivers: false, send() {}, async close() {} };
}
