// Our own rules of the accessibility check: what axe cannot judge, in the page of a record.
import { checkTexts } from './check-texts.ts';

/** Something to improve. */
export interface CheckFinding {
  /** one of ours, or of axe */
  rule: string;
  /** the words at its place, or the address of its image */
  words: string;
  /** which one of those with this rule and these words, from 0 */
  nth: number;
  /** what axe says of its rule; '' for ours, which have texts */
  help: string;
}

export type OwnRule = keyof typeof checkTexts.rules;

export const isSameFinding = (a: CheckFinding, b: CheckFinding): boolean =>
  a.rule === b.rule && a.words === b.words && a.nth === b.nth;

export function numberFindings(found: readonly Omit<CheckFinding, 'nth'>[]): CheckFinding[] {
  return found.map((one, index) => {
    const before = found.slice(0, index);
    return {
      ...one,
      nth: before.filter(({ rule, words }) => rule === one.rule && words === one.words).length,
    };
  });
}

const vagueLinks = new Set(checkTexts.vagueLinks.split(', '));

/** At least four words, so that names of standards and a short exclamation are none. */
const capitals =
  /(?<![\p{L}\p{N}])(?:\p{Lu}[\p{Lu}\p{N}'\u2019]*[,;:]? ){3,}\p{Lu}[\p{Lu}\p{N}'\u2019]*(?![\p{L}\p{N}])/u;
/** A list of abbreviations has a comma after each. */
const wordsInRow = /\p{Lu} \p{Lu}/u;

export function shortWords(text: string | null | undefined): string {
  // JSON in the database takes no half of a surrogate pair
  return (text ?? '')
    .replaceAll(/\s+/g, ' ')
    .trim()
    .slice(0, 120)
    .replace(/\p{Surrogate}$/u, '');
}

/** Links and images are judged in texts alone: those around them are the same on every page, or have a field of their own. */
export function applyContentRules(main: ParentNode): Omit<CheckFinding, 'nth'>[] {
  const found: Omit<CheckFinding, 'nth'>[] = [];
  const add = (rule: OwnRule, words: string) => found.push({ rule, words: shortWords(words), help: '' });

  let level = 0;
  for (const heading of main.querySelectorAll('h1, h2, h3, h4, h5, h6')) {
    const next = Number(heading.nodeName.slice(1));
    if (level > 0 && next > level + 1) add('skipped-heading', heading.textContent);
    level = next;
  }
  for (const link of main.querySelectorAll('.prose a[href]')) {
    const plain = link.textContent
      .toLowerCase()
      .replaceAll(/[^\p{L} ]/gu, '')
      .trim();
    if (vagueLinks.has(plain)) add('vague-link', link.textContent);
  }
  for (const part of main.querySelectorAll('h1, h2, h3, h4, h5, h6, p, li, td, th')) {
    // the tiles of other records
    if (part.querySelector('p, ul, ol') || part.closest('.tiles')) continue;
    const [loud = ''] = capitals.exec(part.textContent.replaceAll(/\s+/g, ' ')) ?? [];
    if (wordsInRow.test(loud)) add('capitals', loud);
  }
  for (const image of main.querySelectorAll('.prose img')) {
    const isNamedByLink = shortWords(image.closest('a')?.textContent) !== '';
    if (!image.getAttribute('alt')?.trim() && !isNamedByLink)
      add('undescribed-image', image.getAttribute('src') ?? '');
  }
  return found;
}
