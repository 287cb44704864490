// Builds the transport configuration of outgoing mail: SMTP, sender address, DKIM key.
import { join } from 'node:path';
import type { MailConfig } from '@fairlead/backend/mail';
import type { AgencySource } from '../../site/app/agency/agency.ts';
import type { ServerConfig } from '../settings/config.ts';
import { ensureDkimKey } from './dkim-key.ts';
import { recordMailAttempt } from './last-mail-attempts.ts';
import { senderAddressOf } from './sender-address.ts';

type MailSettings = Pick<ServerConfig, 'SMTP_URL' | 'MAIL_FROM' | 'DATA_DIR' | 'DKIM_SELECTOR'>;

/** The transport for all mail: of accounts, of the outbox and test mails. */
export function createMailConfig(
  config: MailSettings,
  agency: AgencySource,
  limit?: AbortSignal,
): MailConfig {
  return {
    smtpUrl: config.SMTP_URL,
    from: () => senderAddressOf(config, agency.last().agency.name),
    folder: join(config.DATA_DIR, 'mail'),
    dkim: ensureDkimKey(config),
    limit,
    onAttempt: (error) => recordMailAttempt(config.DATA_DIR, error),
  };
}
