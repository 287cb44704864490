import { createMailTransport } from '@fairlead/backend/mail';
import { secretClient } from '../../site/app/data/server-settings.ts';
import { startOutbox, type Outbox } from '../../site/app/mail/start-outbox.ts';
import type { ConnectedBackend } from '../boot/connect-backend.ts';
import type { Config } from '../config.ts';
import { writeLog } from '../log/write-log.ts';
import { mailConfig } from './mail-config.ts';
import { senderDomain } from './sender-address.ts';

/** As onCommit names them; "*" when any may have changed. */
const queueTables = new Set(['private.outbox', 'private.staff_notifications', '*']);

/** For the product's queue, through the transport of account mails. */
export function startMailWorker(
  config: Config,
  { access, keys, backend }: ConnectedBackend,
  pollMs?: number,
): Outbox {
  const { MAIL_FROM, REPLY_ADDRESS, SITE_URL } = config;
  const transport = createMailTransport(mailConfig(config, access.agency));
  if (!transport) throw new Error('no mail transport configured');
  const outbox = startOutbox({
    client: secretClient(access, keys),
    transport,
    agency: access.agency,
    siteUrl: SITE_URL,
    domain: senderDomain(MAIL_FROM) ?? new URL(SITE_URL).hostname,
    replyBase: REPLY_ADDRESS,
    log: writeLog,
    ...(pollMs !== undefined && { pollMs }),
  });
  backend?.onCommit((tables) => {
    if (tables.some((table) => queueTables.has(table))) outbox.wake();
  });
  return outbox;
}
