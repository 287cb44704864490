// What the mail reader has to know of our mails, which prospects answer and quote.
import type { OwnMail } from '@fairlead/mail-reader';
import { mailTexts } from '../../site/app/mail/mail-texts.ts';

const { reply, received } = mailTexts;

/** Texts of mails from earlier versions, which people still reply to. */
const formerSentences = [
  "Don't email me about anything else",
  'Read this conversation and answer on our website',
  'Read it or add something',
  "You're receiving this once because this address was left with a message on ",
  ". If that wasn't you, you don't need to do anything.",
];

export const ownMailTexts = {
  subjects: [received.subject(''), received.subjectAboutService('')],
  footerSentences: [
    reply.reason('\0', '\0', '\0'),
    reply.unsubscribe,
    reply.conversation,
    received.conversation,
    received.reason('\0'),
    ...formerSentences,
  ],
  footerLines: [reply.privacy, received.conversation],
} satisfies Partial<OwnMail>;
