// The sender of mail: its address with the name of the agency, its domain.
import type { Config } from '../config.ts';

/** Without MAIL_FROM mail becomes files, which name a sender too. */
export function senderAddress({ MAIL_FROM }: Pick<Config, 'MAIL_FROM'>, agency: string): string {
  return MAIL_FROM ?? `${quoted(agency)} <no-reply@localhost>`;
}

export function senderDomain(from: string | undefined): string | undefined {
  return from?.match(/@([^<>\s@]+)>?$/)?.[1];
}

/** RFC 5322: a name with signs of its own, such as a comma, needs quotes. */
function quoted(name: string): string {
  return /^[\p{L}\p{N} ]*$/u.test(name) ? name : `"${name.replaceAll(/["\\]/g, '\\$&')}"`;
}
