import { join } from 'node:path';
import { createMailTransport } from '@fairlead/backend/mail/create-mailer.ts';
import { secretClient } from '../../site/app/data/server-settings.ts';
import { startOutbox, type Outbox } from '../../site/app/outbox/start-outbox.ts';
import type { Engine } from '../boot.ts';
import { writeLog } from '../log/write-log.ts';
import { senderOf } from './sender-address.ts';
import type { Settings } from '../config.ts';

/** What the backend's NOTIFY calls the two queues of the ledger. */
const queues = new Set(['private.outbox', 'private.unannounced_leads', '*']);

/** Starts the worker that sends what the ledger queues, by the way that account mails go as well. */
export function openOutbox(
  settings: Settings,
  { access, keys, backend }: Engine,
  lookEveryMs?: number,
): Outbox {
  const { SMTP_URL, MAIL_FROM, DATA_DIR, SITE_URL } = settings;
  const outlet = createMailTransport({
    smtpUrl: SMTP_URL,
    from: senderOf(settings),
    folder: join(DATA_DIR, 'mail'),
  });
  if (!outlet) throw new Error('mail has a folder at least');
  const outbox = startOutbox({
    client: secretClient(access, keys.secretKey),
    outlet,
    siteUrl: SITE_URL,
    domain: senderDomain(MAIL_FROM) ?? new URL(SITE_URL).hostname,
    log: writeLog,
    ...(lookEveryMs !== undefined && { lookEveryMs }),
  });
  backend?.onCommit((tables) => {
    if (tables.some((table) => queues.has(table))) outbox.wake();
  });
  return outbox;
}

function senderDomain(from: string | undefined): string | undefined {
  return from?.match(/@([^<>\s@]+)>?$/)?.[1];
}
