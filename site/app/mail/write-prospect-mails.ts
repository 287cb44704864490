import { splitParagraphs } from '../ui/split-paragraphs.ts';
import { buttonAsHtml, escapeHtml, mailPage } from './mail-page.ts';
import { mailTexts } from './mail-texts.ts';
import type { OutgoingMail } from './outgoing-mail.ts';
import { leadLinks, oneLine, subjectOf, type Letterhead, type MailToWrite } from './write-reply.ts';

const { freshLink, received } = mailTexts;

interface LeadMail {
  kind: 'received' | 'conversation-link';
  messageId: string;
  subject: string;
  paragraphs: readonly string[];
  button: string;
  reason: string;
}

/**
 * Acknowledges a request. It has the Message-ID with which the references of every reply begin, so that mail programs put
 * it above them; and no word of the visitor, since the address may belong to another person.
 */
export function writeReceived(mail: MailToWrite, letterhead: Letterhead): OutgoingMail {
  const { agency, siteUrl, domain, acknowledgementText } = letterhead;
  const { service_name: service } = mail;
  return writeLeadMail(mail, letterhead, {
    kind: 'received',
    messageId: `<lead-${mail.lead_id}@${domain}>`,
    subject: service ? received.subjectAboutService(oneLine(service)) : received.subject(agency.name),
    paragraphs: splitParagraphs(acknowledgementText),
    button: received.conversation,
    reason: received.reason(siteUrl),
  });
}

/** A link for one that expired, in the same conversation of mail programs. */
export function writeFreshLink(mail: MailToWrite, letterhead: Letterhead): OutgoingMail {
  const { agency, domain } = letterhead;
  const conversation = `<lead-${mail.lead_id}@${domain}>`;
  const written = writeLeadMail(mail, letterhead, {
    kind: 'conversation-link',
    messageId: `<link-${mail.id}@${domain}>`,
    subject: subjectOf(mail, agency),
    paragraphs: [freshLink.sentence(agency.name), freshLink.older],
    button: freshLink.open,
    reason: freshLink.reason(agency.name),
  });
  return { ...written, inReplyTo: conversation, references: [conversation] };
}

function writeLeadMail(
  mail: MailToWrite,
  letterhead: Letterhead,
  { kind, messageId, subject, paragraphs, button, reason }: LeadMail,
): OutgoingMail {
  const { agency, colours, domain } = letterhead;
  const links = leadLinks(mail, letterhead, false);
  return {
    kind,
    to: mail.to_address ?? '',
    subject,
    text: `${paragraphs.join('\n\n')}\n\n${mailTexts.linkBelow(button)}\n${links.conversationUrl}\n\n-- \n${agency.name}\n\n${reason}\n${links.text}\n`,
    html: mailPage({
      agency: agency.name,
      colours,
      subject,
      body: [
        ...paragraphs.map(
          (text) => `<p style="margin:0 0 18px">${escapeHtml(text).replaceAll('\n', '<br>\n')}</p>`,
        ),
        buttonAsHtml(button, links.conversationUrl),
      ].join('\n'),
      foot: `${escapeHtml(reason)}<br>\n${links.html}`,
    }),
    messageId,
    replyTo: { name: agency.name, address: mail.reply_address ?? agency.email },
    ...(mail.reply_address?.endsWith(`@${domain}`) && { returnPath: mail.reply_address }),
    unsubscribeUrl: links.unsubscribeUrl,
    humanAuthored: false,
  };
}
