import { agency } from '../../site/app/agency.ts';
import type { Settings } from '../config.ts';

/** Who mail comes from, account mails and replies alike. Without MAIL_FROM it becomes files, which carry the name too. */
export function senderOf({ MAIL_FROM }: Pick<Settings, 'MAIL_FROM'>): string {
  return MAIL_FROM ?? `${agency.name} <no-reply@localhost>`;
}
