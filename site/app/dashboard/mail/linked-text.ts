export interface TextPart {
  text: string;
  /** Offset in the text. */
  at: number;
  /** null for plain text */
  href: string | null;
}

const webAddress = /https?:\/\/[^\s<>"]+/g;
/** Punctuation that ends a sentence after a URL. */
const sentenceEnd = /[.,;:!?)\]]+$/;

/** Splits plain text so that its web addresses, and nothing else, become links. */
export function linkedText(text: string): TextPart[] {
  const parts: TextPart[] = [];
  let done = 0;
  for (const match of text.matchAll(webAddress)) {
    const address = match[0].replace(sentenceEnd, '');
    if (!URL.canParse(address)) continue;
    if (match.index > done) parts.push({ text: text.slice(done, match.index), at: done, href: null });
    parts.push({ text: address, at: match.index, href: address });
    done = match.index + address.length;
  }
  if (done < text.length) parts.push({ text: text.slice(done), at: done, href: null });
  return parts;
}
