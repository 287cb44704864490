import { mailInTexts } from '../../../site/app/mail/mail-in-texts.ts';

const { problems } = mailInTexts;

interface ImapProblem {
  code?: string;
  authenticationFailed?: boolean;
  mailboxMissing?: boolean;
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
  const { code = '', authenticationFailed, mailboxMissing } = error as ImapProblem;
  if (authenticationFailed) return problems.signIn;
  if (mailboxMissing) return problems.noMailbox;
  if (/CERT|TLS|SSL|SELF_SIGNED/.test(code)) return problems.insecure;
  if (unreachable.has(code) || /timeout|NoConnection/i.test(code)) return problems.unreachable;
  return problems.interrupted;
}
