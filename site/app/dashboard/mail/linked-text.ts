export interface TextPart {
  text: string;
  /** Where it begins in the whole. */
  at: number;
  /** A web address, where the part is one. */
  href: string | null;
}

const webAddress = /https?:\/\/[^\s<>"]+/g;
/** What ends a sentence behind an address and is no part of it. */
const sentenceEnd = /[.,;:!?)\]]+$/;

/** Plain text in parts, so that its web addresses can be links. Nothing else ever becomes one. */
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
