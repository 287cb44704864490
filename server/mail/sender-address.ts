// The sender of mail: its address with the name of the agency, its domain.
import type { ServerConfig } from '../settings/config.ts';

/** Without MAIL_FROM, mail is written to files, which also need a sender. */
export function senderAddressOf({ MAIL_FROM }: Pick<ServerConfig, 'MAIL_FROM'>, agency: string): string {
  return MAIL_FROM ?? `${quoted(agency)} <no-reply@localhost>`;
}

export function parseSenderDomain(from: string | undefined): string | undefined {
  return from?.match(/@([^<>\s@]+)>?$/)?.[1];
}

/** RFC 5322: a name with special characters, such as a comma, must be quoted. */
function quoted(name: string): string {
  return /^[\p{L}\p{N} ]*$/u.test(name) ? name : `"${name.replaceAll(/["\\]/g, '\\$&')}"`;
}
