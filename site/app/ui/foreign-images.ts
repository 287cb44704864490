// Finds the images of other sites in a Markdown text, and replaces their addresses.
import { isForeignUrl } from './is-foreign-url.ts';
import { markdownIt } from './markdown.ts';

/** Addresses of images on other sites, each once, as the page would load them. `own`: the origins that are ours. */
export function findForeignImages(markdown: string, own: readonly string[]): string[] {
  // most texts have none, and parsing takes milliseconds
  if (!markdown.includes('![') || !markdown.includes('//')) return [];
  const images = markdownIt.parse(markdown, {}).flatMap(({ children }) => children ?? []);
  const addresses = images.flatMap((token) =>
    token.type === 'image' ? String(token.attrGet('src') ?? '') : [],
  );
  return [...new Set(addresses)].filter((address) => isForeignUrl(address, own));
}

/**
 * Replaces the address of an image, also in a reference definition. Links to the same address, and all descriptions,
 * stay as they are.
 */
export function replaceImageAddress(markdown: string, from: string, to: string): string {
  let replaced = '';
  let start = 0;
  for (const { index, 0: run } of markdown.matchAll(/https?:\/\/[^\s<>]+/gi)) {
    if (index < start || !isImageAt(markdown, index)) continue;
    const end = index + lengthOfAddress(run, from);
    if (end === index) continue;
    replaced += markdown.slice(start, index) + to;
    start = end;
  }
  return replaced + markdown.slice(start);
}

/** The length of the address that `run` begins with if the parser makes `from` of it, else 0. */
function lengthOfAddress(run: string, from: string): number {
  const ends = [run.length, ...Array.from(run.matchAll(/\)/g), ({ index }) => index).toReversed()];
  const isSame = (end: number) =>
    markdownIt.normalizeLink(markdownIt.utils.unescapeAll(run.slice(0, end))) === from;
  return ends.slice(0, 50).find(isSame) ?? 0;
}

/** Whether an image's address, or that of a reference definition, begins at this index. */
function isImageAt(markdown: string, index: number): boolean {
  const before = markdown.slice(Math.max(0, index - 2_000), index).replace(/<$/, '');
  if (/(?:^|\n) {0,3}\[[^\]]+\]:\s*$/.test(before)) return true;
  const label = before.trimEnd();
  if (!label.endsWith('](')) return false;
  let depth = 0;
  for (let at = label.length - 2; at >= 0; at -= 1) {
    if (label[at - 1] === '\\') continue;
    if (label[at] === ']') depth += 1;
    if (label[at] === '[') depth -= 1;
    if (depth === 0) return label[at - 1] === '!';
  }
  return false;
}
