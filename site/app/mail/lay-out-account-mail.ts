// Lays out the mails of accounts, whose words come from the backend, as all other mails.
import { mailHeadOf, type MailLetterhead } from './compose-reply.ts';
import { layOutMail } from './lay-out-mail.ts';

/** As the backend describes an account mail. */
interface AccountMailContent {
  subject: string;
  body: string;
  action: string;
  link: string | undefined;
  code: { label: string; value: string } | undefined;
  expiry: string;
  ifNotYou: string;
}

export function layOutAccountMail(
  { subject, body, action, link, code, expiry, ifNotYou }: AccountMailContent,
  letterhead: Pick<MailLetterhead, 'agency' | 'colours' | 'siteUrl'>,
): { text: string; html: string } {
  const { text, html } = layOutMail({
    ...mailHeadOf(letterhead),
    subject,
    text: body,
    ...(link !== undefined && { button: { label: action, href: link }, showsAddress: true }),
    code,
    note: `${expiry} ${ifNotYou}`.trim(),
    reason: letterhead.agency.name,
  });
  return { text, html };
}
