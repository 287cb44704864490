import type { Log } from '../errors/log-entry.ts';
import { folderTransport } from './folder.ts';
import type { Mailer } from './message.ts';
import { queued } from './queue.ts';
import { smtpTransport } from './smtp.ts';

export interface MailSettings {
  /** A mail server; without it messages become files. */
  smtpUrl?: string | undefined;
  /** The sender: an address, or `Name <address>`. */
  from?: string | undefined;
  /** Where messages become files; without it and without a server they go nowhere. */
  folder?: string | undefined;
}

const NOBODY = 'no-reply@localhost';

/** The mail room. */
export function openMail({ smtpUrl, from = NOBODY, folder }: MailSettings, log: Log): Mailer {
  if (smtpUrl) return queued(smtpTransport({ url: smtpUrl, from }), { delivers: true, log });
  if (folder) return queued(folderTransport({ folder, from }), { delivers: false, log });
  return { delivers: false, send() {}, async close() {} };
}
