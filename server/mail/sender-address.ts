import { agency } from '../../site/app/agency.ts';
import type { Config } from '../config.ts';

/** Without MAIL_FROM mail becomes files, which name a sender too. */
export function senderAddress({ MAIL_FROM }: Pick<Config, 'MAIL_FROM'>): string {
  return MAIL_FROM ?? `${agency.name} <no-reply@localhost>`;
}

export function senderDomain(from: string | undefined): string | undefined {
  return from?.match(/@([^<>\s@]+)>?$/)?.[1];
}
