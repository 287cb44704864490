// Separates what a person writes from what every automatic mail says.
import { automaticMailPatterns as patterns, normalizeWords } from './automatic-words.ts';

/** What a text consists of. Quotations and signatures are removed before. */
export interface OwnWords {
  /** words in sentences that no automatic mail would have */
  own: number;
  /** sentences that are typical of automatic mail: absence, thanks, deferral, ticket */
  template: number;
  /** Whether it asks us something, proposes or decides. */
  isPersonal: boolean;
  /** Whether its language is one whose automatic replies are not known here. */
  isUnknownScript: boolean;
}

/** Lines that a ticket system writes around a comment: dividers, fields, times, links. */
const systemLine =
  /^\W*$|^[#—–-]{2,}|above this line|^(?:ticket|case|incident|request|priority|state|status|short description|description|assigned to|assignment group|category|opened by|number|subject|department|name|e-?mail|phone|ref|view [a-z]+|priorite|statut|numero|objet|courriel|nom)\b[^:.]{0,20}:|^\W*(?:\w+ )?\d[\d\s:.,/-]*[\w\s:.,/-]{0,30}$|^\S*https?:\S+$/iu;

const questionMark = /[?？؟]|(か|吗|嗎|呢|까요|나요|니까)$/u;
/** Questions of automatic mails: "Is it urgent?", "How did we do?" */
const templateQuestion =
  /urgent|emergenc|immediate|assistance|need help|(?:can ?not|can['’]t) wait|rate |satisf|how did we|urgence|besoin d|dringend|hilfe|ayuda/u;

const knownScript =
  /[\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Greek}\p{Script=Han}\p{Script=Hiragana}\p{Script=Hangul}\p{Script=Arabic}\p{Script=Hebrew}]/u;
const dense = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}]/gu;

/** Words; in scripts without spaces, pairs of characters. */
function countWords(text: string): number {
  const pairs = Math.floor((text.match(dense) ?? []).length / 2);
  return pairs + (text.replaceAll(dense, ' ').match(/[\p{L}\p{M}][\p{L}\p{M}'’-]*/gu) ?? []).length;
}

/** Mail programs break lines after 60 characters or more; shorter lines end a sentence. */
function joinWrappedLines(text: string): string {
  return text.replaceAll(/([^\n]{60,})\n(?=\S)/g, '$1 ');
}

function sentencesOf(text: string): string[] {
  return joinWrappedLines(text)
    .split('\n')
    .filter((line) => !systemLine.test(line.trim()))
    .join('\n')
    .replaceAll(/https?:\/\/\S+/g, ' ')
    .split(
      /(?<=[.!?。！？؟…।;])(?=\s|$|[^\w.])|\n+|,\s(?=(?:but|so|then|and|mais|donc|alors|aber|also|pero|ma|mas)\s)|\s[–—]\s/u,
    )
    .map((part) => part.trim())
    .filter((part) => part !== '');
}

/** A name, a team or a phone number: a few words, most of them with a capital, without an end of a sentence. */
function isName(sentence: string): boolean {
  const parts = sentence.split(/[\s,]+/).filter((part) => part !== '');
  const capitals = parts.filter((part) => /^[\p{Lu}\p{N}(+]/u.test(part)).length;
  return (
    parts.length <= 6 &&
    capitals * 2 >= parts.length &&
    (capitals > 1 || parts.length === 1) &&
    !/[.!?。]$/u.test(sentence)
  );
}

/** What is in quotation marks was said by others: "Our form should send “Thank you for your message”." */
export function withoutQuotedWords(text: string): string {
  return text.replaceAll(/"[^"\n]{3,300}"|“[^”\n]{3,300}”|«[^»\n]{3,300}»|„[^“\n]{3,300}“/gu, ' ');
}

export function readOwnWords(text: string): OwnWords {
  const found: OwnWords = {
    own: 0,
    template: 0,
    isPersonal: false,
    isUnknownScript: !knownScript.test(text),
  };
  for (const sentence of sentencesOf(text)) {
    const words = countWords(sentence);
    const plain = normalizeWords(sentence);
    const isQuestion = questionMark.test(sentence) && words > 3 && !templateQuestion.test(plain);
    const isTemplate =
      patterns.absence.test(plain) ||
      patterns.thanks.test(plain) ||
      plain.search(patterns.deferral) >= 0 ||
      patterns.statement.test(plain) ||
      patterns.ticketNotice.test(plain) ||
      (questionMark.test(sentence) && !isQuestion);
    if (isQuestion || (!isTemplate && patterns.request.test(plain))) found.isPersonal = true;
    if (isTemplate) found.template += 1;
    else if (words > 0 && !isName(sentence) && !(patterns.greeting.test(plain) && words < 6))
      found.own += words;
  }
  return found;
}
