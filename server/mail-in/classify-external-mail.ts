// Classifies a received mail: person, automatic reply, mailing list, notification.
import { automaticMailPatterns as words, normalizeWords } from './automatic-words.ts';

/** The kinds that receive_mail accepts. Only mail of the kind `person` needs a reply. */
export type ReceivedMailKind =
  | 'person'
  | 'auto-reply'
  | 'list'
  | 'own'
  | 'notice'
  | 'bounce'
  | 'too-large'
  | 'unreadable';

export type MailHeaderLookup = (name: string) => string | undefined;

export function createMailHeaderLookup({
  headers,
}: {
  headers: readonly { key: string; value: string }[];
}): MailHeaderLookup {
  return (name) => headers.find(({ key }) => key === name)?.value.trim();
}

export interface MailToClassify {
  subject: string;
  /** what the sender wrote, without quotations */
  text: string;
  fromAddress: string;
  /** Whether it has a signed reply address or refers to a mail that we sent. */
  isReply: boolean;
  /** domains of the addresses that receive mail */
  ownDomains: readonly string[];
}

/** Characters; an automatic reply is not longer. */
const automaticLength = 4_000;

/** Characters; a read receipt is not longer. */
const receiptLength = 400;

/** Characters; a shorter text may be a person's reply under an automatic subject: "OK, Thursday then." */
const shortReplyLength = 24;

const questionMark = /[?？؟]|(か|吗|嗎|呢|까요|나요|니까)[。.]?\s*$/u;

/** Whether a sentence asks something. Short ones such as "Urgent?" are common in automatic replies and do not count. */
function hasQuestion(text: string): boolean {
  const sentences = text.replaceAll(/https?:\/\/\S+/g, ' ').match(/[^.!?？؟。！\n]+[?？؟]*/gu) ?? [];
  return sentences.some((sentence) => {
    if (!questionMark.test(sentence.trim())) return false;
    return (
      (sentence.match(/[\p{L}\p{M}]+/gu) ?? []).length > 3 ||
      /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Hangul}]/u.test(sentence)
    );
  });
}

/** Headers that only automatic replies have, but that are no proof without other signs. */
function hasAutoReplyHeader(headers: MailHeaderLookup): boolean {
  const isSet = (name: string): boolean => !/^(no|false|0|)$/i.test(headers(name) ?? '');
  return (
    isSet('x-autoreply') ||
    isSet('x-autorespond') ||
    isSet('x-autoresponder') ||
    isSet('x-boxtrapper') ||
    isSet('x-spamarrest-auto') ||
    (headers('precedence') ?? '').toLowerCase() === 'auto_reply'
  );
}

/** Whether the wording is that of an automatic reply, in many languages, without a question. In doubt false. */
function isWordedAutomatically(headers: MailHeaderLookup, mail: MailToClassify): boolean {
  if (mail.text.length > automaticLength || hasQuestion(mail.text)) return false;
  const [subject, text] = [normalizeWords(mail.subject), normalizeWords(mail.text)];
  // "[roy.example #20418] AutoReply: …"
  const bare = subject.replace(/^\s*\[[^\]]{1,60}\]\s*/, '');
  const deferrals = text.match(words.deferral)?.length ?? 0;
  const isMentioned = deferrals > 0 || words.absence.test(text) || words.thanks.test(text);
  const isNamed =
    words.replyName.test(subject) || words.replyName.test(bare) || words.nameWithPerson.test(subject);
  // "Out of office: Re: …", followed by the subject of the answered mail.
  const isOfReply =
    words.absenceName.test(subject) && isReplySubject.test(subject.replace(/^[^:：]*[:：]/u, ''));
  if (isNamed || isOfReply) return isMentioned || text.trim().length >= shortReplyLength;
  if (hasAutoReplyHeader(headers)) return isMentioned || words.challenge.test(text);
  if (words.absenceName.test(subject)) return deferrals > 0 || words.thanks.test(text);
  if (words.statement.test(text)) return words.absence.test(text) || words.thanks.test(text);
  if (words.challenge.test(text) && (/https?:/.test(text) || hasAutoReplyHeader(headers))) return true;
  if (text.length < receiptLength && words.receiptName.test(subject)) return true;
  const isNotice = words.noticeSubject.test(subject) && !isReplySubject.test(subject);
  const isSilent = ['bulk', 'junk', 'list'].includes((headers('precedence') ?? '').toLowerCase());
  const isPolite = isSilent || words.absence.test(text) || words.thanks.test(text);
  return isNotice && deferrals >= (isPolite ? 1 : 2);
}

const isReplySubject =
  /^\s*(re|aw|antw|antwort|sv|vs|rv|ref|odp|r|rif|tr|fwd?|wg|回复|回覆|答复|返信|ответ|відп|رد|회신)\s*(\[\d+\])?[:：]/iu;
const sentByProgram = /^(no-?reply|do-?not-?reply|notifications?|mailer|bounces?|newsletter|news)\b/i;
const unsubscribing =
  /unsubscribe|opt[ -]out|désabonn|désinscri|abmelden|abbestellen|darse de baja|cancelar (la )?suscripci|disiscri|cancellat|descadastr|cancelar (a )?(subscri|inscri)|afmelden|uitschrijven|avprenumerera|afmeld|wypisz|zrezygn|відписат|отписат|配信停止|退订|退訂|수신거부|إلغاء الاشتراك/iu;

/** For mail that does not reply to our mail: whether it is from a mailing list, a program or a person. */
function massKind(headers: MailHeaderLookup, mail: MailToClassify): ReceivedMailKind {
  const isOfThread = headers('in-reply-to') !== undefined || isReplySubject.test(mail.subject);
  if (isOfThread) return 'person';
  const listNames = ['list-id', 'list-unsubscribe', 'list-post']
    .map(headers)
    .filter((value) => value !== undefined);
  // The mailbox is behind our own mailing list, such as a Google group, so all received mail has these headers.
  const isOwnList = mail.ownDomains.some((domain) =>
    (headers('list-id') ?? headers('list-post') ?? '').toLowerCase().includes(domain.replace(/^.*?@/, '')),
  );
  const precedence = (headers('precedence') ?? '').toLowerCase();
  if (!isOwnList && (listNames.length > 0 || ['bulk', 'list', 'junk'].includes(precedence))) {
    const isOneToOne =
      hasQuestion(mail.text) &&
      mail.text.length < automaticLength &&
      headers('list-unsubscribe-post') === undefined;
    return isOneToOne && !unsubscribing.test(mail.text) ? 'person' : 'list';
  }
  const suppresses = !/^(none|)$/i.test(headers('x-auto-response-suppress') ?? '');
  const isProgram = suppresses || headers('x-loop') !== undefined;
  return isProgram && sentByProgram.test(mail.fromAddress) ? 'notice' : 'person';
}

/**
 * For mail that is not a bounce. A reply to our mail is classified as automatic only on strong evidence: a false alarm
 * costs a glance, a miss loses a person's reply.
 */
export function classifyExternalMail(headers: MailHeaderLookup, mail: MailToClassify): ReceivedMailKind {
  const autoSubmitted = (headers('auto-submitted') ?? 'no').toLowerCase();
  if (autoSubmitted.startsWith('auto-replied') || isWordedAutomatically(headers, mail)) return 'auto-reply';
  const contentType = (headers('content-type') ?? '').toLowerCase();
  if (
    !/^no\b/.test(autoSubmitted) ||
    headers('return-path') === '<>' ||
    contentType.startsWith('multipart/report')
  )
    return 'notice';
  return mail.isReply ? 'person' : massKind(headers, mail);
}
