// Finds the quoted lines or signatures of a received mail to fold them.
import {
  createKnownTextMatcher,
  type KnownTextMatch,
  type KnownTextMatcher,
  type OwnFooter,
} from './known-text.ts';
import {
  countNotesHeadLinesAt,
  countQuoteDividerLinesAt,
  countQuotedHeaderLinesAt,
  countQuoteIntroLinesAt,
  isArrowQuoteIntro,
  isBlankLine,
  startsWithQuoteMark,
  isMailProgramLine,
  type QuoteHints,
} from './quote-shapes.ts';

/** Facts that help to distinguish a quotation from a person's own text. All of it is optional. */
export interface QuoteFoldContext {
  /** Messages of the conversation, which a mail may quote. */
  texts?: readonly string[];
  ownAddresses?: readonly string[];
  subject?: string;
  fromName?: string;
  /** The text below the caller's mails. */
  ownFooter?: OwnFooter;
}

const maxFolds = 200;
/** Including blank lines. */
const signatureLines = 24;

const reply =
  /^\s*((re|aw|sv|vs|rv|odp|r|tr|fwd?|wg|i|enc|回复|回覆|答复|返信|转发|ответ|відп|رد|회신)\s*(\[\d+\])?\s*[:：]\s*)+/iu;

/** A line such as "> 500 pages" or "> $20", where ">" may mean "more than". */
const comparesNumber = /^>\s?[\p{Nd}$€£¥~≈=]/u;

class Folder {
  readonly #lines: readonly string[];
  readonly #facts: QuoteHints;
  readonly #known: KnownTextMatcher;
  readonly #fromWords: readonly string[];
  readonly #folded: boolean[];
  /** One entry for each line. */
  readonly #knowns: readonly KnownTextMatch[];
  /** The last line that matches a known text. If there is one, lines that do not match are the author's own. */
  readonly #lastKnown: number;
  /** Whether a quotation was found above. */
  #isQuoting = false;

  constructor(
    text: string,
    { texts = [], ownAddresses = [], subject = '', fromName = '', ownFooter = {} }: QuoteFoldContext,
  ) {
    this.#lines = text.split('\n');
    this.#facts = {
      ownAddresses: ownAddresses.map((own) => own.toLowerCase()),
      subject: subject.replace(reply, '').toLowerCase().trim(),
    };
    this.#known = createKnownTextMatcher(texts, ownFooter);
    this.#fromWords = fromName
      .toLowerCase()
      .split(/[\s,]+/)
      .filter((word) => word.length > 2);
    this.#folded = this.#lines.map(() => false);
    this.#knowns = this.#lines.map((line) => this.#knownOf(line));
    this.#lastKnown = this.#knowns.lastIndexOf('all');
  }

  fold(): number[] {
    for (let at = 0; at < this.#lines.length;) at = Math.max(this.#step(at), at + 1);
    this.#foldProgramLines();
    const isOpen = this.#lines.some((line, at) => this.#folded[at] !== true && !isBlankLine(line));
    return isOpen ? this.#pairs() : [];
  }

  #lineAt(at: number): string {
    return this.#lines[at] ?? '';
  }

  get #isCompared(): boolean {
    return this.#lastKnown >= 0;
  }

  #knownOf(line: string): KnownTextMatch {
    return this.#known.isEmpty ? 'no' : this.#known.find(line.replace(/^[>\s]+/, ''));
  }

  /** Also recognizes the rest of a known line that a mail program wrapped. */
  #knownBelow(at: number): KnownTextMatch {
    const known = this.#knowns[at] ?? 'no';
    const isRest = known === 'no' && this.#folded[at - 1] === true && this.#lineAt(at).length < 40;
    return isRest && this.#knownOf(`${this.#lineAt(at - 1)} ${this.#lineAt(at)}`) === 'all' ? 'all' : known;
  }

  #mark(from: number, to: number): void {
    this.#folded.fill(true, from, to);
  }

  /** Handles the block that begins at this line, and returns the line after it. */
  #step(at: number): number {
    const line = this.#lineAt(at);
    if (isBlankLine(line)) return at + 1;
    if (isArrowQuoteIntro(line)) return this.#unmarked(at, at + 1);
    if (startsWithQuoteMark(line)) return this.#markedRun(at, false);
    const length = this.#shapeAt(at);
    if (length > 0) return this.#quotation(at, at + length);
    if (/^--\s?$/.test(line)) return this.#signature(at);
    return at + 1;
  }

  /** The number of lines from here that introduce a quotation or are its head. */
  #shapeAt(at: number): number {
    const isFollowed = (next: number): boolean => {
      const first = this.#nextWords(next);
      return startsWithQuoteMark(this.#lineAt(first)) || this.#knowns.slice(first, first + 4).includes('all');
    };
    return (
      countQuoteIntroLinesAt(this.#lines, at, this.#facts, isFollowed) ||
      countQuotedHeaderLinesAt(this.#lines, at, this.#facts) ||
      countNotesHeadLinesAt(this.#lines, at, this.#facts) ||
      countQuoteDividerLinesAt(this.#lines, at, this.#facts)
    );
  }

  #nextWords(from: number): number {
    let at = from;
    while (at < this.#lines.length && isBlankLine(this.#lines[at])) at++;
    return at;
  }

  /** Folds a quotation whose introduction begins at `at` and whose text begins at `next`. */
  #quotation(at: number, next: number): number {
    const first = this.#nextWords(next);
    if (startsWithQuoteMark(this.#lineAt(first))) {
      this.#mark(at, first);
      return this.#markedRun(first, true);
    }
    return this.#unmarked(at, next);
  }

  /** Folds consecutive lines with ">" if they are a quotation. `isIntroduced`: the lines above introduce one. */
  #markedRun(at: number, isIntroduced: boolean): number {
    let end = at;
    while (end < this.#lines.length && startsWithQuoteMark(this.#lineAt(end))) end++;
    const run = this.#lines.slice(at, end);
    const knowns = this.#knowns.slice(at, end);
    const isKnown =
      knowns.includes('all') || knowns.includes('print') || (knowns.includes('some') && this.#isQuoting);
    const inner = run.map((line) => line.replace(/^>\s?/, ''));
    const hasShape =
      inner.some((line) => startsWithQuoteMark(line)) ||
      inner.some(
        (_, i) =>
          countQuoteIntroLinesAt(inner, i, this.#facts, () => true) > 0 ||
          countQuotedHeaderLinesAt(inner, i, this.#facts) > 0,
      );
    const isProse = run.length > 1 && run.some((line) => line.length > 60 || /^>\s*$/.test(line));
    const isLikely = this.#isCompared
      ? false
      : (this.#isQuoting && !comparesNumber.test(run[0] ?? '')) || (this.#known.isEmpty && isProse);
    if (!isIntroduced && !isKnown && !hasShape && !isLikely) return end;
    this.#isQuoting = true;
    // The last lines may be the author's own.
    let last = run.length;
    while (
      this.#isCompared &&
      last > 0 &&
      knowns[last - 1] === 'no' &&
      comparesNumber.test(run[last - 1] ?? '')
    )
      last--;
    this.#mark(at, at + last);
    return end;
  }

  /** Folds a quotation without ">", which extends to the end except for lines that are the author's own. */
  #unmarked(at: number, next: number): number {
    const end = this.#lines.length;
    this.#mark(at, next);
    if (this.#lastKnown < next) {
      this.#mark(next, end);
      return end;
    }
    let isQuoted = true;
    for (let line = next; line < end;) {
      const length = isBlankLine(this.#lines[line]) ? 0 : this.#shapeAt(line);
      if (length === 0) {
        isQuoted = this.#isQuotedLine(line, isQuoted);
        if (isQuoted) this.#mark(line, line + 1);
        line++;
        continue;
      }
      this.#mark(line, line + length);
      line += length;
      // An older mail, whose text is not known.
      if (line > this.#lastKnown) this.#mark(line, end);
      isQuoted = true;
    }
    return end;
  }

  /** For a line within a quotation without ">". `wasQuoted`: whether the line above is quoted. */
  #isQuotedLine(at: number, wasQuoted: boolean): boolean {
    const line = this.#lineAt(at);
    if (isBlankLine(line) || startsWithQuoteMark(line)) return startsWithQuoteMark(line) || wasQuoted;
    const known = this.#knownBelow(at);
    if (known === 'all' || known === 'print') return true;
    // The quoted mail's signature.
    if (/^--\s?$/.test(line) && this.#knowns[this.#nextWords(at + 1)] !== 'no') return true;
    const isNeutral = !/[\p{L}\p{N}]/u.test(line.replaceAll(/<?\bhttps?:\/\/\S+/g, ''));
    return wasQuoted && (known === 'some' || isNeutral);
  }

  /** Folds a signature: a few short lines below "--", with or without the space that mail programs write after it. */
  #signature(at: number): number {
    let end = at + 1;
    const last = Math.min(this.#lines.length, at + 2 + signatureLines);
    while (
      end < last &&
      !startsWithQuoteMark(this.#lineAt(end)) &&
      !/^--\s?$/.test(this.#lineAt(end)) &&
      this.#shapeAt(end) === 0
    )
      end++;
    if (end > at + 1 + signatureLines) return at + 1;
    const words = this.#lines.slice(at + 1, end).filter((line) => !isBlankLine(line));
    return isSignature(words, this.#lineAt(at) === '-- ', this.#fromWords)
      ? (this.#mark(at, end), end)
      : at + 1;
  }

  #foldProgramLines(): void {
    this.#lines.forEach((_, at) => {
      if (this.#folded[at] !== true && isMailProgramLine(this.#lines, at)) this.#mark(at, at + 1);
    });
  }

  /** Joins folds that only blank lines separate. */
  #pairs(): number[] {
    const pairs: number[] = [];
    this.#folded.forEach((isFolded, at) => {
      if (!isFolded || isBlankLine(this.#lines[at])) return;
      const last = pairs.at(-1);
      if (last !== undefined && this.#lines.slice(last, at).every(isBlankLine))
        pairs[pairs.length - 1] = at + 1;
      else pairs.push(at, at + 1);
    });
    return pairs.slice(0, 2 * maxFolds);
  }
}

/**
 * The lines of quotations and signatures, as pairs of the first line and the line after the last. Lines that may be a
 * person's own words are not folded, and never all lines of a mail.
 */
export function findFoldedLineRanges(text: string, context: QuoteFoldContext = {}): number[] {
  return new Folder(text, context).fold();
}

/**
 * Whether lines below two dashes are a signature: few and short, with a name, an address or a number, or no sentence.
 * `isExact`: a space is behind the dashes, as programs write them. `fromWords`: the name of the sender.
 */
function isSignature(words: readonly string[], isExact: boolean, fromWords: readonly string[]): boolean {
  const text = words.join('\n').toLowerCase();
  if (/[?？؟]\s*$/mu.test(text)) return false;
  const isBrief =
    words.length <= (isExact ? 14 : 8) && words.every((line) => line.length <= (isExact ? 200 : 72));
  const hasContact = /\S@[^\s@]+\.\S|https?:\/\/|www\.|(\+|\b)\d[\d\s().-]{6,}\d/.test(text);
  const hasName = fromWords.some((word) => text.includes(word));
  if (hasName || hasContact) return isBrief || isExact;
  // Otherwise all lines must be short, without a full stop at the end, a label or a number: names, a place, a
  // company.
  return (
    isBrief &&
    words.every((line) => line.length <= 60 && !/[.!:;]\s*$|[:：]\s|\d{3}/u.test(line.trim())) &&
    words.length > 0
  );
}
