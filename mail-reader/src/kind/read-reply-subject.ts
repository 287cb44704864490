// Reads how a subject refers to the mail that it answers.
import { normalizeWords } from './automatic-words.ts';

const replyPrefixes =
  're|aw|antw|antwort|sv|svar|vs|vl|rv|ref|res|odp|r|rif|rep|tr|fwd?|wg|enc|ynt|ilt|atb|bls|balas|trs|va|tl|απ|αποκ|σχετ|回复|回覆|答复|答覆|返信|转发|轉寄|ответ|отв|відп|відповідь|رد|پاسخ|جواب|답장|회신|השב|תגובה|हवाला';

const replyPrefix = new RegExp(String.raw`^\s*(?:${replyPrefixes})\s*(?:\[\d+\])?\s*[:：]`, 'iu');
const replyWithin = new RegExp(String.raw`[\s:：)\]–—-]\s*(?:${replyPrefixes})\s*[:：]\s*\S`, 'iu');

interface ReplySubject {
  /** "Re:", in any language */
  isReply: boolean;
  /** what precedes the subject of the answered mail, other than "Re:": "automatic reply"; null if nothing does */
  prefix: string | null;
}

const maxPrefix = 100;

/** One of the caller's subjects, behind a prefix. */
function afterPrefix(ownSubject: string): RegExp {
  const core = RegExp.escape(normalizeWords(ownSubject).trim());
  return new RegExp(String.raw`[:：)\]–—-]\s*${core}\b`, 'u');
}

/** Reads a normalized subject, without a tag such as "[Roy Ceramics]" before it. `ownSubjects`: see OwnMail. */
export function readReplySubject(subject: string, ownSubjects: readonly string[]): ReplySubject {
  if (replyPrefix.test(subject)) return { isReply: true, prefix: null };
  const at = [
    replyWithin.exec(subject)?.index ?? -1,
    ...ownSubjects.map((own) => subject.search(afterPrefix(own))),
  ].filter((index) => index > 0);
  const end = Math.min(...at);
  const prefix = at.length > 0 && end <= maxPrefix ? subject.slice(0, end).trim() : '';
  return { isReply: false, prefix: /\p{L}/u.test(prefix) ? prefix : null };
}
