import { mailInTexts } from '../../../site/app/mail/mail-texts.ts';

const { problems } = mailInTexts;

interface ImapProblem {
  code?: string;
  authenticationFailed?: boolean;
  mailboxMissing?: boolean;
  tlsFailed?: boolean;
  responseText?: string;
  message?: string;
}

const unreachable = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ENOTFOUND',
  'EAI_AGAIN',
  'ETIMEDOUT',
  'EHOSTUNREACH',
]);

/** For owners, without addresses and passwords, which servers repeat. */
export function explainImapProblem(error: unknown): string {
  const { code = '', authenticationFailed, mailboxMissing, tlsFailed } = error as ImapProblem;
  if (authenticationFailed) return problems.signIn;
  if (mailboxMissing) return problems.noMailbox;
  // Codes of Node and OpenSSL for certificates that are expired, of another name or signed by nobody known.
  if (/CERT|UNABLE_TO/.test(code)) return problems.insecure;
  if (tlsFailed || /TLS|SSL|EPROTO/.test(code)) return problems.unencrypted;
  if (unreachable.has(code) || /timeout|NoConnection/i.test(code)) return problems.unreachable;
  return problems.interrupted;
}
