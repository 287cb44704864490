import type { ClaimedMail } from './claim-mail.ts';
import { mailTexts } from './mail-texts.ts';
import type { OutgoingMail } from './outgoing-mail.ts';
import { writeMail } from './write-notice.ts';
import type { Letterhead } from './write-reply.ts';

const { late, mention } = mailTexts;

function detail(mail: ClaimedMail, name: string): unknown {
  const { details } = mail;
  return typeof details === 'object' && details !== null && !Array.isArray(details)
    ? details[name]
    : undefined;
}

/** Tells a colleague that a note mentions them; lead and note stay behind the sign-in. */
export function writeMention(mail: ClaimedMail, letterhead: Letterhead): OutgoingMail {
  const { agency, siteUrl, domain } = letterhead;
  const author = detail(mail, 'author');
  return writeMail(mail, letterhead, {
    kind: 'mention',
    messageId: `<mention-${mail.id}@${domain}>`,
    subject: mention.subject,
    sentences: [typeof author === 'string' ? mention.by(author) : mention.byColleague],
    button: { label: mention.open, href: `${siteUrl}/dashboard/messages?needs=mention` },
    reason: mention.reason(agency.name),
  });
}

/** Tells who is responsible, or an owner, that leads wait longer than the target. */
export function writeLateNotice(mail: ClaimedMail, letterhead: Letterhead): OutgoingMail {
  const { agency, siteUrl, domain } = letterhead;
  const count = Number(detail(mail, 'count') ?? 1);
  return writeMail(mail, letterhead, {
    kind: 'late-leads',
    messageId: `<late-leads-${mail.id}@${domain}>`,
    subject: late.subject(count),
    sentences: [late.sentence(count), late.advice],
    button: { label: late.open, href: `${siteUrl}/dashboard/messages?needs=late` },
    reason: late.reason(agency.name),
  });
}
