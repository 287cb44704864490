// Recognizes quotation intros, quoted heads, dividers, mail program lines in many languages.
import {
  forwardLinePattern,
  fromLabelPattern,
  mailProgramAdvertPattern,
  headerLabelPattern,
  originalMailPattern,
  mailProgramLinkPattern,
  mailProgramNamePattern,
  sentFromDevicePattern,
  wroteWordPattern,
} from './quote-words.ts';

/** What is known about the mail; it makes quotations easier to recognize. */
export interface QuoteHints {
  /** Addresses that receive mail and our sender address, in lower case; also the part before the tag. */
  ownAddresses: readonly string[];
  /** The subject without prefixes, in lower case. */
  subject: string;
}

// Mail archives write ">From " for a line that begins with "From ".
export const startsWithQuoteMark = (line: string | undefined): boolean => /^>(?!From )/.test(line ?? '');
export const isBlankLine = (line: string | undefined): boolean =>
  line !== undefined && /^[\s\u00a0\u200b\ufeff]*$/u.test(line);

/** The maximum number of lines of an introduction, which mail programs may wrap. */
const introLines = 4;
const introLength = 400;

/** Only one character before "@": with "+", a long line without "@" would take quadratic time. */
const address = /[^\s<>()[\]"'“”「」,;:]@[^\s<>()[\]"'“”「」,;:@]+\.[^\s<>()[\]"'“”「」,;:]/u;
/** With a year, in digits of any script; or day and month as numbers. */
const date =
  /(?<!\p{Nd})(1[34]|19|20|21|25|[١۱][٣٤۳۴]|[٢۲][٠۰]|[੨२][੦०])\p{Nd}{2}(?!\p{Nd})|(?<!\p{Nd})\p{Nd}{1,2}[./-]\p{Nd}{1,2}[./-]\p{Nd}{2,4}(?!\p{Nd})/u;
const time = /(?<!\p{Nd})\p{Nd}{1,2}\s?([:.時时点點시hH]|Uhr)\s?\p{Nd}{0,2}/u;
const dayFirst = /^(on|le|el|am|il|em|op|den|w dniu|dnia|pe|dne|у|в|v|tir|на)\s/iu;
const wroteAtEnd = /(ਲਿਖਿਆ|लिखा|작성|쓴 글|写道|寫道|yazdı|書きました)\s*[।.]?$/u;

function withoutMarks(text: string): string {
  return text
    .replaceAll(/[\u200b-\u200f\u061c\u2060\ufeff]/gu, '')
    .replaceAll(/[\u00a0\u202f]/gu, ' ')
    .trim();
}

function namesUs(text: string, { ownAddresses }: QuoteHints): boolean {
  const lower = text.toLowerCase();
  return ownAddresses.some((own) => lower.includes(own));
}

/**
 * Counts the lines that introduce a quotation ("On …, … wrote:"): a date and an address, or one of them with the word
 * "wrote", up to a colon. `isFollowed`: quoted lines follow, so that less evidence is enough.
 */
export function countQuoteIntroLinesAt(
  lines: readonly string[],
  at: number,
  facts: QuoteHints,
  isFollowed: (next: number) => boolean,
): number {
  const parts: string[] = [];
  for (let count = 1; count <= introLines && at + count <= lines.length; count++) {
    const line = withoutMarks(lines[at + count - 1] ?? '');
    if (line === '' || startsWithQuoteMark(line)) return 0;
    parts.push(line);
    const text = joined(parts);
    if (text.length > introLength) return 0;
    const follows = (): boolean => isFollowed(at + count);
    if (!isIntro(text, facts, follows)) continue;
    // The first line may be the author's own, above the introduction.
    const rest = joined(parts.slice(1));
    const isBelow = isIntro(rest, facts, follows) && (date.test(rest) || !date.test(parts[0] ?? ''));
    return isBelow ? 0 : count;
  }
  return 0;
}

/** Mail programs may wrap an address after its "<". */
const joined = (parts: readonly string[]): string => parts.join(' ').replaceAll('< ', '<');

function isIntro(whole: string, facts: QuoteHints, isFollowed: () => boolean): boolean {
  const ruled = /^-{2,}\s*(.*?)\s*-{2,}$/.exec(whole)?.[1];
  const text = ruled ?? whole;
  const hasColon = /[:：]$/u.test(text);
  if (!hasColon && ruled === undefined && !wroteAtEnd.test(text)) return false;
  const hasWord = wroteWordPattern.test(text);
  if (!hasColon && !hasWord) return false;
  const [hasAddress, hasDate, hasTime] = [address.test(text), date.test(text), time.test(text)];
  if (namesUs(text, facts) && (hasDate || (hasWord && hasTime))) return true;
  if (!isFollowed()) return false;
  if (hasAddress && (hasDate || hasWord)) return true;
  return hasWord && ((hasDate && (hasTime || dayFirst.test(text))) || (hasTime && dayFirst.test(text)));
}

/** GroupWise introduces a quotation with ">>> Ana Roy <ana@roy.example> 11/3/2026 9:15 AM >>>"; no ">" follows. */
export const isArrowQuoteIntro = (line: string): boolean =>
  /^>>>\s.{3,300}\s>>>\s*$/u.test(line) && (address.test(line) || date.test(line));

/** "Label: value", also in bold or in cells of a table. */
function fieldOf(line: string | undefined): { label: string; value: string } | null {
  const text = withoutMarks(line ?? '')
    .slice(0, 1_000)
    .replaceAll('*', '')
    .replace(/^[|\s]+/, '');
  const colon = text.search(/[:：|]/u);
  const label = text
    .slice(0, Math.max(0, colon))
    .trim()
    .replaceAll(/(?<=\p{Script=Han}) +(?=\p{Script=Han})/gu, '');
  return colon > 0 && label !== '' && label.length <= 30 ? { label, value: text.slice(colon + 1) } : null;
}

const isFromField = (line: string | undefined): boolean => fromLabelPattern.test(fieldOf(line)?.label ?? '');
function isKnownField(line: string | undefined): boolean {
  return isFromField(line) || headerLabelPattern.test(fieldOf(line)?.label ?? '');
}

const maxHeadLines = 12;

/** The lines of a quoted head from here: fields, continued address lists, and blank lines between known fields. */
function headBlock(lines: readonly string[], at: number): string[] {
  const block: string[] = [];
  const isOfKnown = isKnownField(lines[at]);
  for (let next = at; next < lines.length && next < at + maxHeadLines; next++) {
    const line = lines[next] ?? '';
    if (isBlankLine(line) && !(isOfKnown && isKnownField(lines[next + 1]))) break;
    const field = fieldOf(line);
    if (field === null && !isBlankLine(line) && !address.test(line) && !/^[|\s-]+$/.test(line)) break;
    // Accepts "Importance: High", but not a sentence with a colon.
    if (field !== null && isOfKnown && !isKnownField(line) && /\s\S+\s/.test(field.label)) break;
    block.push(line);
  }
  while (isBlankLine(block.at(-1))) block.pop();
  return block;
}

/**
 * The number of lines of a quoted head as Outlook writes it: at least three fields, with an address or a date. In an
 * unknown language, a value must be an address of ours or the subject.
 */
export function countQuotedHeaderLinesAt(
  lines: readonly string[],
  at: number,
  facts: QuoteHints,
  least = 3,
): number {
  if (fieldOf(lines[at]) === null) return 0;
  const near = lines.slice(at, at + maxHeadLines).join('\n');
  if (!address.test(near) && !date.test(near)) return 0;
  // In an unknown language, the sender must be the first field.
  const isKnown = isKnownField(lines[at]);
  if (!isKnown && !address.test(lines[at] ?? '')) return 0;
  const block = headBlock(lines, at);
  const fields = block.filter((line) => fieldOf(line) !== null);
  if (fields.length < least) return 0;
  // The first line may be the author's own, above the head.
  if (!isKnown && fields.some(isFromField)) return 0;
  const known = fields.filter(isKnownField).length;
  const text = block.join('\n');
  const [hasAddress, hasDate] = [address.test(text), date.test(text)];
  const isFrom = fields.some((line) => isFromField(line) && address.test(line));
  const hasSubject =
    facts.subject.length > 3 && fields.some((line) => line.toLowerCase().includes(facts.subject));
  const isHead =
    (isFrom && known >= least && (hasDate || known > 3)) ||
    (fields.some(isFromField) &&
      known >= least &&
      hasDate &&
      (hasAddress || (time.test(text) && known > 3))) ||
    (namesUs(text, facts) && (hasDate || hasSubject)) ||
    (hasSubject && hasDate && hasAddress);
  return isHead ? block.length : 0;
}

const maxNotesHeadLines = 16;

/**
 * The number of lines of a quoted head as Notes writes it, a table whose labels have no colon: our name and address, a
 * date, and up to the subject.
 */
export function countNotesHeadLinesAt(lines: readonly string[], at: number, facts: QuoteHints): number {
  const line = withoutMarks(lines[at] ?? '');
  const isName = line.length < 150 && !/[:：]/u.test(line) && /@\S+>?$/.test(line) && namesUs(line, facts);
  if (!isName || facts.subject.length <= 3) return 0;
  const below = lines.slice(at + 1, at + maxNotesHeadLines).map(withoutMarks);
  const first = below.find((text) => text !== '') ?? '';
  const subjectAt = below.findIndex(
    (text) => text.length < 300 && text.toLowerCase().includes(facts.subject),
  );
  return first.length < 80 && date.test(first) && subjectAt > 0 ? subjectAt + 2 : 0;
}

/** The number of lines of a ruler, with or without words, and of the quoted head below it. */
export function countQuoteDividerLinesAt(lines: readonly string[], at: number, facts: QuoteHints): number {
  const line = withoutMarks(lines[at] ?? '');
  if (line.length > 200) return 0;
  const words = /^[-_=~*—–‐─═\s]{2,}([^-_=~*—–‐─═\s].{0,80}?)[-_=~*—–‐─═\s]{2,}$/u.exec(line)?.[1];
  const isNamed =
    (words !== undefined && originalMailPattern.test(words.trim().replace(/[:：]$/u, ''))) ||
    forwardLinePattern.test(line);
  const isBareName = originalMailPattern.test(line) && isKnownField(lines[at + 1]);
  if (!isNamed && !isBareName && words === undefined && !/^[-_=─—]{3,}$/u.test(line)) return 0;
  let next = at + 1;
  while (isBlankLine(lines[next]) && next < at + 4) next++;
  const head = countQuotedHeaderLinesAt(lines, next, facts, isNamed ? 2 : 3);
  if (head > 0) return next - at + head;
  return isNamed ? 1 : 0;
}

/** `certain`: also recognized within a paragraph; `likely`: only at its end. */
function programLineOf(text: string | undefined): 'certain' | 'likely' | null {
  const line = withoutMarks(text ?? '').replaceAll(/^[*_\s]+|[*_\s]+$/g, '');
  if (line.length < 6 || line.length > 300 || /[?？]$/.test(line)) return null;
  const links = line.match(/https?:\/\/\S+/g)?.join(' ') ?? '';
  const words = line.replaceAll(/[<[(]?https?:\/\/\S+/g, ' ').trim();
  if (words.length > 90) return null;
  if (mailProgramLinkPattern.test(links) && words.length < 70 && mailProgramNamePattern.test(words))
    return 'certain';
  if (/^(provenance|yahoo mail)\s*:/i.test(words)) return 'certain';
  if (/[:：]\s*\S/u.test(words) || words.split(/\s+/).length > 14) return null;
  return sentFromDevicePattern.test(words) || mailProgramAdvertPattern.test(words) ? 'likely' : null;
}

/** Whether the sender's mail program wrote this line. */
export function isMailProgramLine(lines: readonly string[], at: number): boolean {
  const found = programLineOf(lines[at]);
  if (found !== 'likely') return found !== null;
  const next = lines[at + 1] ?? '';
  return (
    isBlankLine(next) || startsWithQuoteMark(next) || /^[-_]{3,}/.test(next) || programLineOf(next) !== null
  );
}
