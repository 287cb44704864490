// Creates the mailer for account mails; its transport sends by SMTP or writes .eml files.
import {
  type AccountMailer,
  type MailMessageTransport,
  type MailMessage,
  toSendMailOptions,
} from './message.ts';
import { type AccountMailQueueOptions, createAccountMailQueue } from './account-mail-queue.ts';
import { createSmtpTransport, type DkimKey } from './smtp-transport.ts';
import { randomBytes } from 'node:crypto';
import { chmod, mkdir, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

export interface MailConfig {
  /** smtp:// or smtps://; without it messages are written to files. */
  smtpUrl?: string | undefined;
  /** An address, or `Name <address>`; a function if the name may change. */
  from?: string | (() => string) | undefined;
  /** Without a folder and a server, messages are dropped. */
  folder?: string | undefined;
  /** The key of the domain in `from`. */
  dkim?: DkimKey | undefined;
  /** Called after each attempt to send by SMTP, without an error on success. */
  onAttempt?: (error?: unknown) => void;
  /** Cuts deliveries in progress, at the end of the process. */
  limit?: AbortSignal | undefined;
}

const defaultSender = 'no-reply@localhost';

function senderOf(from: MailConfig['from'] = defaultSender): string {
  return typeof from === 'string' ? from : from();
}

/** For callers with their own queue; null without a server and a folder. */
export function createMailTransport({
  smtpUrl,
  from,
  folder,
  dkim,
  onAttempt,
  limit,
}: MailConfig): MailMessageTransport | null {
  if (smtpUrl) return createSmtpTransport({ url: smtpUrl, from: senderOf(from), dkim, onAttempt, limit });
  return folder ? folderTransport({ folder, from: () => senderOf(from) }) : null;
}

/** Sends mail for accounts from the queue in the database. */
export function createAccountMailer(
  config: MailConfig,
  options: Omit<AccountMailQueueOptions, 'domain'>,
): AccountMailer {
  const transport = createMailTransport(config);
  const domain = /@([^<>\s@]+)>?$/.exec(senderOf(config.from))?.[1] ?? 'localhost';
  if (transport) return createAccountMailQueue(transport, { ...options, domain });
  return { async enqueue() {}, wake() {}, async reencrypt() {}, async close() {} };
}

/** Limits the number of files, so that many messages do not fill the disk. */
const maxFiles = 1000;
const partialMs = 3_600_000;

/** Writes .eml files (RFC 5322) named by time and kind, mode 0600. */
function folderTransport({ folder, from }: { folder: string; from: () => string }): MailMessageTransport {
  return {
    delivers: false,
    async deliver(message: MailMessage) {
      const { createTransport } = await import('nodemailer');
      const composer = createTransport({ streamTransport: true, buffer: true, newline: 'unix' });
      const { message: bytes } = await composer.sendMail(toSendMailOptions(message, from()));
      await mkdir(folder, { recursive: true, mode: 0o700 });
      await chmod(folder, 0o700);
      const time = new Date().toISOString().replaceAll(/[:.]/g, '-');
      const name = `${time}-${message.kind}-${randomBytes(4).toString('hex')}`;
      // Renamed, so that readers see only complete files.
      await writeFile(join(folder, `.${name}`), bytes, { mode: 0o600, flag: 'wx' });
      await rename(join(folder, `.${name}`), join(folder, `${name}.eml`));
      await deleteOldest(folder);
    },
    close() {},
  };
}

async function deleteOldest(folder: string): Promise<void> {
  const names = await readdir(folder);
  const files = names.filter((name) => name.endsWith('.eml')).toSorted();
  // Removes files of processes that were killed while writing. Names begin with the time.
  const hourAgo = `.${new Date(Date.now() - partialMs).toISOString().replaceAll(/[:.]/g, '-')}`;
  for (const name of names.filter((partial) => partial.startsWith('.') && partial < hourAgo)) {
    await rm(join(folder, name), { force: true });
  }
  for (const name of files.slice(0, Math.max(0, files.length - maxFiles))) {
    await rm(join(folder, name), { force: true });
  }
}
