// Writes mails to a lead: request received, fresh conversation link.
import { mailTexts } from './mail-texts.ts';
import { layOutMail, type ComposedMail } from './lay-out-mail.ts';
import {
  leadPageUrls,
  toOneLine,
  replySubjectOf,
  type MailLetterhead,
  type MailToCompose,
  mailHeadOf,
} from './compose-reply.ts';

const { freshLink, received } = mailTexts;

interface LeadMail {
  messageId: string;
  subject: string;
  text: string;
  button: string;
  reason: string;
}

/**
 * Acknowledges a request. The references of every reply begin with its Message-ID, so that mail programs sort the
 * replies below it. It contains none of the text of the visitor, because the address may belong to another person.
 */
export function composeRequestReceivedMail(mail: MailToCompose, letterhead: MailLetterhead): ComposedMail {
  const { agency, siteUrl, domain, acknowledgementText } = letterhead;
  const { service_name: service } = mail;
  return writeLeadMail(mail, letterhead, {
    messageId: `<lead-${mail.lead_id}@${domain}>`,
    subject: service ? received.subjectAboutService(toOneLine(service)) : received.subject(agency.name),
    text: acknowledgementText,
    button: received.conversation,
    reason: received.reason(siteUrl),
  });
}

/** A mail with a link that replaces an expired one. Mail programs show it in the same conversation. */
export function composeConversationLinkMail(mail: MailToCompose, letterhead: MailLetterhead): ComposedMail {
  const { agency, domain } = letterhead;
  const conversation = `<lead-${mail.lead_id}@${domain}>`;
  const written = writeLeadMail(mail, letterhead, {
    messageId: `<link-${mail.id}@${domain}>`,
    subject: replySubjectOf(mail, agency),
    text: `${freshLink.sentence(agency.name)}\n\n${freshLink.older}`,
    button: freshLink.open,
    reason: freshLink.reason(agency.name),
  });
  return { ...written, inReplyTo: conversation, references: [conversation] };
}

function writeLeadMail(
  mail: MailToCompose,
  letterhead: MailLetterhead,
  { messageId, button, ...words }: LeadMail,
): ComposedMail {
  const { agency, domain } = letterhead;
  const { conversationUrl, unsubscribeUrl, links } = leadPageUrls(mail, letterhead);
  return {
    to: mail.to_address ?? '',
    ...layOutMail({
      ...mailHeadOf(letterhead),
      ...words,
      button: { label: button, href: conversationUrl },
      signature: [agency.name],
      links,
    }),
    messageId,
    replyTo: { name: agency.name, address: mail.reply_address ?? agency.email },
    ...(mail.reply_address?.endsWith(`@${domain}`) && { returnPath: mail.reply_address }),
    unsubscribeUrl,
    humanAuthored: false,
  };
}
