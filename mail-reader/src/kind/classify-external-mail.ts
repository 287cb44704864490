// Classifies a received mail: person, automatic reply, mailing list, notification.
import type { ReceivedMailKind } from '../mail-description.ts';
import {
  autoSubmittedOf,
  isOfAutoresponder,
  isOfMailProgram,
  isReport,
  readListHeaders,
  type MailHeaderLookup,
} from './automatic-headers.ts';
import { automaticMailPatterns as words, normalizeWords } from './automatic-words.ts';
import { readOwnWords, withoutQuotedWords, type OwnWords } from './read-own-words.ts';
import { readReplySubject } from './read-reply-subject.ts';

export interface MailToClassify {
  subject: string;
  /** what the sender wrote, without quotations */
  text: string;
  /** Whether it quotes a mail of ours, as people's mail programs do and automatic replies rarely. */
  isQuoting: boolean;
  fromAddress: string;
  /** Whether it replies to a mail of ours. */
  isReply: boolean;
  /** domains of the addresses that receive mail */
  ownDomains: readonly string[];
  /** what the subjects of our mails contain */
  ownSubjects: readonly string[];
}

/** Characters; an automatic reply is not longer. */
const automaticLength = 4_000;

/** Characters that are examined; a person says something of their own before. */
const examinedLength = 4_000;

/** Characters; a read receipt is not longer. */
const receiptLength = 400;

/** Characters; a shorter text may be a person's reply under an automatic subject: "OK, Thursday then." */
const shortReplyLength = 24;

/** Words; fewer may be what a system says in a way that is not known here. */
const fewWords = 4;

interface MailFacts extends MailToClassify {
  headers: MailHeaderLookup;
  own: OwnWords;
  /** normalized text, without what is in quotation marks, which others said */
  plain: string;
  /** normalized, without a tag such as "[Roy Ceramics]" */
  bareSubject: string;
}

/** "Fermeture Éclair inc.", "Holiday Rentals": a company before the subject of our mail. */
const companyName =
  /\b(inc|ltd|ltee|llc|corp|limited|limitee|enr|group|groupe|rentals?|inn|hotel|club|shop|store)\b\W*$/u;

/** Whether its subject is the name of an automatic reply. Undefined: of one, or of a company with such a name. */
function isNamedAutomatically({
  subject,
  bareSubject,
  own,
  plain,
  text,
  headers,
  ownSubjects,
}: MailFacts): boolean | undefined {
  if (/^\s*[[(【]/u.test(subject) && words.replyName.test(normalizeWords(subject))) return true;
  const { isReply, prefix } = readReplySubject(bareSubject, ownSubjects);
  if (isReply) return false;
  const isMentioned = own.template > 0;
  // Before the subject of our mail: "Automatic reply: Re: …". People do not write this, whatever their language.
  if (prefix !== null) {
    if (words.automaticStem.test(prefix)) return true;
    if (words.absenceStart.test(prefix)) {
      const isName = companyName.test(prefix) && own.own >= fewWords;
      return isName ? undefined : isMentioned || text.trim().length >= shortReplyLength;
    }
    const mostOwn = countDeferrals(plain) > 0 ? 2 * fewWords : fewWords;
    return isMentioned ? own.own < mostOwn : own.isUnknownScript;
  }
  const isAlone = words.replyName.test(bareSubject) && !/[:：–—-]\s*\S/u.test(bareSubject);
  if (isAlone || words.nameWithPerson.test(bareSubject))
    return isMentioned || text.trim().length >= shortReplyLength;
  // Before a subject of its own, which a person may have written: "Away: December 3 meeting".
  if (own.own >= fewWords || isOfMailProgram(headers)) return false;
  const isThanking = words.thanks.test(plain);
  if (words.replyName.test(bareSubject) && words.automaticStem.test(bareSubject))
    return isThanking || words.absence.test(plain);
  return words.absenceStart.test(bareSubject) && (isThanking || countDeferrals(plain) > 0);
}

const countDeferrals = (plain: string): number => plain.match(words.deferral)?.length ?? 0;

/** Whether the text says so, or is only the acknowledgement of a help desk. In doubt false. */
function isWordedAutomatically({
  bareSubject,
  subject,
  own,
  plain,
  text,
  headers,
  isQuoting,
  ownSubjects,
}: MailFacts): boolean {
  if (words.challenge.test(plain) && /https?:/.test(plain)) return true;
  if (text.length < receiptLength && words.receiptName.test(normalizeWords(subject))) return true;
  if (words.statement.test(plain)) return words.absence.test(plain) || words.thanks.test(plain);
  if (isOfMailProgram(headers) || isQuoting) return false;
  const deferrals = countDeferrals(plain);
  const isSilent = readListHeaders(headers).isMarked;
  const isPolite = isSilent || words.absence.test(plain) || words.thanks.test(plain);
  const isNotice =
    words.noticeSubject.test(bareSubject) && !readReplySubject(bareSubject, ownSubjects).isReply;
  if (isNotice && own.own < fewWords && deferrals >= (isPolite ? 1 : 2)) return true;
  // All of it is a template: the acknowledgement of an organization rather than of one person, or an absence.
  const isAbsence = words.absence.test(plain) && deferrals >= 2;
  return own.own === 0 && own.template >= 2 && (isAbsence || words.acknowledgement.test(plain));
}

/** Of mail that a program marks as its own: help desks mark what their agents write, too. */
function kindOfMarked({ own, plain, isReply, isQuoting, fromAddress }: MailFacts): ReceivedMailKind {
  if (!isReply) return own.isPersonal && !sentByProgram.test(fromAddress) ? 'doubt' : 'notice';
  const isOfAgent = isQuoting || words.comment.test(plain);
  if (own.isPersonal || (isOfAgent && own.own > 0)) return 'person';
  return own.own >= fewWords || isOnlyOwn(own, 2) ? 'doubt' : 'notice';
}

/** Whether all of it is a person's, with at least so many words: "Yes, Thursday." */
function isOnlyOwn({ own, template }: OwnWords, least: number): boolean {
  return own >= least && template === 0;
}

const sentByProgram = /^(no-?reply|do-?not-?reply|notifications?|mailer|bounces?|newsletter|news)\b/i;
const unsubscribing =
  /unsubscribe|opt[ -]out|désabonn|désinscri|abmelden|abbestellen|darse de baja|cancelar (la )?suscripci|disiscri|cancellat|descadastr|cancelar (a )?(subscri|inscri)|afmelden|uitschrijven|avprenumerera|afmeld|wypisz|zrezygn|відписат|отписат|配信停止|退订|退訂|수신거부|إلغاء الاشتراك/iu;

/** For mail that does not reply to our mail: whether it is from a mailing list, a program or a person. */
function massKind(mail: MailFacts): ReceivedMailKind {
  const { headers, own, bareSubject, fromAddress, text, ownDomains, ownSubjects } = mail;
  const isOfThread =
    headers('in-reply-to') !== undefined || readReplySubject(bareSubject, ownSubjects).isReply;
  if (isOfThread) return 'person';
  const list = readListHeaders(headers);
  const isProgram = sentByProgram.test(fromAddress);
  // The mailbox is behind our own mailing list, such as a Google group, so all received mail has these headers.
  const isOwnList = ownDomains.some((domain) =>
    (headers('list-id') ?? headers('list-post') ?? '').toLowerCase().includes(domain.replace(/^.*?@/, '')),
  );
  if (list.isMarked && !isOwnList) {
    if (list.isMassMail || isProgram) return 'list';
    // People write to groups, and our address may be one.
    if (list.isDiscussion) return 'person';
    const isOneToOne = text.length < automaticLength && !unsubscribing.test(text);
    const isBare = headers('list-id') === undefined && headers('list-unsubscribe') === undefined;
    return isOneToOne && (own.isPersonal || isBare) ? 'person' : 'list';
  }
  const suppresses = !/^(none|)$/i.test(headers('x-auto-response-suppress') ?? '');
  return isProgram && (suppresses || headers('x-loop') !== undefined) ? 'notice' : 'person';
}

/**
 * For mail that is not a bounce. What decides, in this order: whether it is a report; whether it has words that no
 * template has, which only a person writes; then headers; then the subject; then the wording. A false alarm costs a
 * glance, a miss loses a person's reply, so in doubt it is `doubt`.
 */
export function classifyExternalMail(headers: MailHeaderLookup, mail: MailToClassify): ReceivedMailKind {
  const text = withoutQuotedWords(mail.text.slice(0, examinedLength).replaceAll(/[^\S\n]+/g, ' '));
  const own = readOwnWords(text);
  const bareSubject = normalizeWords(mail.subject.slice(0, 500).replaceAll(/\s+/g, ' '))
    .replace(/^\s*\[[^\]]{1,60}\]\s*/, '')
    .replace(/^[^\p{L}\p{N}[(【]+/u, '');
  const facts: MailFacts = { ...mail, headers, own, plain: normalizeWords(text), bareSubject };
  const marked = autoSubmittedOf(headers);
  const isChallenge = words.challenge.test(facts.plain);
  const mayBeOfPerson = !isChallenge && (own.isPersonal || isOnlyOwn(own, 2 * fewWords));
  if (isReport(headers) || marked === 'replied') {
    if (mail.isReply && mayBeOfPerson) return 'doubt';
    return marked === 'replied' ? 'auto-reply' : 'notice';
  }
  if (isOfAutoresponder(headers)) return mail.isReply && mayBeOfPerson ? 'doubt' : 'auto-reply';
  if (mail.text.length <= automaticLength && !own.isPersonal) {
    const isNamed = isNamedAutomatically(facts);
    if (isNamed === undefined && mail.isReply) return 'doubt';
    if (isNamed !== false || isWordedAutomatically(facts)) return 'auto-reply';
  }
  if (marked === 'generated') return kindOfMarked(facts);
  return mail.isReply ? 'person' : massKind(facts);
}
