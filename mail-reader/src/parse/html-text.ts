// Converts the HTML of a mail to plain text; extracts the quoted text.
import { Parser } from 'htmlparser2';

/** Characters; the rest of longer HTML is ignored. */
const maxHtmlLength = 2_000_000;
/** Nested elements; HTML that is nested deeper is converted without its layout. */
const maxDepth = 500;
/** Nested quotations and lists; each adds characters to every line. */
const maxLevels = 10;
const maxLinkLength = 2_000;

const namesIn = (names: string): ReadonlySet<string> => new Set(names.split(' '));
const paragraphs = namesIn('p h1 h2 h3 h4 h5 h6 ul ol dl pre blockquote table hr');
const lines = namesIn(
  'div li tr section article header footer main nav aside address figure figcaption dt dd form fieldset center',
);
const skipped = namesIn('script style title');

/** The address of a link, or an empty text if its scheme is not http, https, mailto or tel. */
function safeAddress(address: string): string {
  return /^\s*(https?:|mailto:|tel:)/i.test(address) ? address.trim().replace(/^mailto:/i, '') : '';
}

/** Only appends, so that its time is linear in the length of the text. */
class TextWriter {
  readonly #parts: string[] = [];
  #length = 0;
  #newlines = 0;
  #hasSpace = false;
  #isMarked = false;
  /** number of open quotations */
  quotes = 0;

  get length(): number {
    return this.#length;
  }

  since(length: number): string {
    let text = '';
    for (let at = this.#parts.length - 1; at >= 0 && text.length < this.#length - length; at--)
      text = (this.#parts[at] ?? '') + text;
    return text;
  }

  /** Ensures at least `count` line breaks; none between the marker of a list item and its text. */
  breakLine(count: number): void {
    if (this.#isMarked) return;
    this.#newlines = Math.max(this.#newlines, count);
    this.#hasSpace = false;
  }

  newline(): void {
    this.#newlines += 1;
    this.#hasSpace = false;
  }

  space(): void {
    this.#hasSpace = true;
  }

  /** Writes text without line breaks. */
  write(words: string): void {
    if (words === '') return;
    const isAtStart = this.#length === 0 || this.#newlines > 0;
    const breaks = this.#length === 0 ? '' : '\n'.repeat(this.#newlines);
    const before = isAtStart ? '> '.repeat(Math.min(this.quotes, maxLevels)) : this.#hasSpace ? ' ' : '';
    const text = breaks + before + words;
    this.#parts.push(text);
    this.#length += text.length;
    this.#newlines = 0;
    this.#hasSpace = false;
    this.#isMarked = false;
  }

  mark(sign: string): void {
    this.write(sign);
    this.#hasSpace = true;
    this.#isMarked = true;
  }

  toString(): string {
    return this.#parts.join('');
  }
}

class TooDeep extends Error {}

/** Mail programs also indent a paragraph with a blockquote; that is not a quotation. */
function isIndent(attributes: Record<string, string>): boolean {
  const { class: name = '', type = '', cite, style = '' } = attributes;
  return (
    name === '' &&
    type === '' &&
    cite === undefined &&
    /border(-left)?:\s*(none|0)|margin:\s*0(px)?\s+0(px)?\s+0(px)?\s+40px/i.test(style)
  );
}

/** The handlers of the HTML parser, which calls them for each tag and each text. */
function handlersFor(out: TextWriter, isQuotedOnly: boolean) {
  /** For each open list, the next number; null if it is not numbered. */
  const lists: (number | null)[] = [];
  let [depth, skips, pres] = [0, 0, 0];
  let link: { address: string; start: number } | null = null;
  /** For each open blockquote, whether it is a quotation. */
  const quotes: boolean[] = [];

  function writeWords(text: string): void {
    const words = text.replaceAll(/[\t\n\f\r ]+/g, ' ');
    if (words.startsWith(' ')) out.space();
    out.write(words.slice(Number(words.startsWith(' ')), words.length - Number(words.endsWith(' '))));
    if (words.endsWith(' ')) out.space();
  }

  function closeLink(): void {
    if (link === null) return;
    const { address, start } = link;
    link = null;
    const isShown = out.length - start < maxLinkLength && out.since(start).trim() === address;
    if (address === '' || isShown) return;
    if (out.length > start) out.space();
    out.write(`[${address}]`);
  }

  function breakBlock(name: string): void {
    if (paragraphs.has(name)) out.breakLine(lists.length > 0 ? 1 : 2);
    else if (lines.has(name)) out.breakLine(1);
  }

  function markItem(): void {
    const number = lists.at(-1) ?? null;
    if (number !== null) lists[lists.length - 1] = number + 1;
    const indent = '   '.repeat(Math.max(0, Math.min(lists.length, maxLevels) - 1));
    out.mark(`${indent} ${number === null ? '-' : `${number}.`}`);
  }

  return {
    onopentag(name: string, attributes: Record<string, string>): void {
      if (++depth > maxDepth) throw new TooDeep();
      breakBlock(name);
      if (skipped.has(name)) skips++;
      else if (name === 'pre') pres++;
      else if (name === 'blockquote') {
        quotes.push(!isIndent(attributes));
        out.quotes = quotes.filter(Boolean).length;
      } else if (name === 'ul' || name === 'ol') lists.push(name === 'ol' ? 1 : null);
      else if (name === 'li') markItem();
      else if (name === 'br') out.newline();
      else if (name === 'hr') out.write('-'.repeat(20));
      else if (name === 'td' || name === 'th') out.space();
      else if (name === 'a') {
        closeLink();
        link = { address: safeAddress(attributes['href'] ?? ''), start: out.length };
      }
    },
    ontext(text: string): void {
      if (skips > 0 || (isQuotedOnly && out.quotes === 0)) return;
      if (pres === 0) writeWords(text);
      else
        text.split('\n').forEach((line, index) => {
          if (index > 0) out.newline();
          out.write(line);
        });
    },
    onclosetag(name: string): void {
      depth--;
      if (skipped.has(name)) skips--;
      else if (name === 'pre') pres--;
      else if (name === 'ul' || name === 'ol') lists.pop();
      else if (name === 'a') closeLink();
      breakBlock(name);
      if (name === 'blockquote') {
        quotes.pop();
        out.quotes = quotes.filter(Boolean).length;
      }
    },
  };
}

function withoutTags(html: string): string {
  return html.replaceAll(/<(script|style)\b[\s\S]*?(<\/\1\s*>|$)/gi, ' ').replaceAll(/<[^<>]*>/g, ' ');
}

/**
 * Converts HTML to text; nothing is loaded or executed. Layout tables are read in the order of their cells.
 * `isQuotedOnly`: only the text in quotations.
 */
export function htmlToText(html: string, isQuotedOnly = false): string {
  const part = html.slice(0, maxHtmlLength);
  const out = new TextWriter();
  try {
    new Parser(handlersFor(out, isQuotedOnly)).end(part);
    return out.toString();
  } catch (error) {
    if (error instanceof TooDeep) return isQuotedOnly ? '' : withoutTags(part);
    throw error;
  }
}

/** The text that the HTML part of a mail marks as quoted. The same lines in the plain part are quotations too. */
export function quotedTextInHtml(html: string): string {
  return /<blockquote/i.test(html) ? htmlToText(html, true).replaceAll(/^(> )+/gm, '') : '';
}
