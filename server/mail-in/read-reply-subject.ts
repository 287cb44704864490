// Reads how a subject refers to the mail that it answers.
import { mailTexts } from '../../site/app/mail/mail-texts.ts';
import { normalizeWords } from './automatic-words.ts';

const replyPrefixes =
  're|aw|antw|antwort|sv|svar|vs|vl|rv|ref|res|odp|r|rif|rep|tr|fwd?|wg|enc|ynt|ilt|atb|bls|balas|trs|va|tl|απ|αποκ|σχετ|回复|回覆|答复|答覆|返信|转发|轉寄|ответ|отв|відп|відповідь|رد|پاسخ|جواب|답장|회신|השב|תגובה|हवाला';

const replyPrefix = new RegExp(String.raw`^\s*(?:${replyPrefixes})\s*(?:\[\d+\])?\s*[:：]`, 'iu');
const replyWithin = new RegExp(String.raw`[\s:：)\]–—-]\s*(?:${replyPrefixes})\s*[:：]\s*\S`, 'iu');

/** The subjects of our mails, without what varies: "your inquiry to ", "your inquiry about ". */
const ours = [mailTexts.received.subject(''), mailTexts.received.subjectAboutService('')].map((subject) =>
  normalizeWords(subject).trim(),
);

interface ReplySubject {
  /** "Re:", in any language */
  isReply: boolean;
  /** what precedes the subject of the answered mail, other than "Re:": "automatic reply"; null if nothing does */
  prefix: string | null;
}

const maxPrefix = 100;

/** Reads a normalized subject, without a tag such as "[Roy Ceramics]" before it. */
export function readReplySubject(subject: string): ReplySubject {
  if (replyPrefix.test(subject)) return { isReply: true, prefix: null };
  const at = [
    replyWithin.exec(subject)?.index ?? -1,
    ...ours.map((core) => subject.search(new RegExp(String.raw`[:：)\]–—-]\s*${core}\b`, 'u'))),
  ].filter((index) => index > 0);
  const end = Math.min(...at);
  const prefix = at.length > 0 && end <= maxPrefix ? subject.slice(0, end).trim() : '';
  return { isReply: false, prefix: /\p{L}/u.test(prefix) ? prefix : null };
}
