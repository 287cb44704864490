// Computes the differences between two texts as runs of same, removed, added text.
import { diffLines, diffWordsWithSpace } from 'diff';

/** A run of text: in both, only before (`-`), only after (`+`), or omitted between changes (`gap`). */
export interface DiffPart {
  kind: 'same' | '-' | '+' | 'gap';
  text: string;
}

/** Longer texts are compared by lines, because comparing the words of 100,000 characters takes seconds. */
const longText = 6_000;
const timeoutMs = 500;
/** Number of characters of unchanged text shown beside a change. */
const context = 80;

/** The differences between `before` and `after`, as runs. Unchanged text far from any change is omitted. */
export function diffTexts(before: string, after: string): DiffPart[] {
  const isLong = before.length + after.length > longText;
  const options = { timeout: timeoutMs };
  const parts = isLong ? diffLines(before, after, options) : diffWordsWithSpace(before, after, options);
  // too different to compare in time
  const found: DiffPart[] = parts
    ? parts.map(({ value, added, removed }) => ({ kind: added ? '+' : removed ? '-' : 'same', text: value }))
    : [
        { kind: '-', text: before },
        { kind: '+', text: after },
      ];
  return mergeChanges(found).flatMap((part, i, all) => shorten(part, i, all.length));
}

/** Merges changed words that only white space separates, so that they read as before and after, not word by word. */
function mergeChanges(parts: readonly DiffPart[]): DiffPart[] {
  const merged: DiffPart[] = [];
  let change = { before: '', after: '' };
  function flush(): void {
    if (change.before !== '') merged.push({ kind: '-', text: change.before });
    if (change.after !== '') merged.push({ kind: '+', text: change.after });
    change = { before: '', after: '' };
  }
  for (const [i, part] of parts.entries()) {
    const isBetween = change.before + change.after !== '' && i < parts.length - 1 && part.text.trim() === '';
    if (part.kind === 'same' && !isBetween) {
      flush();
      merged.push(part);
    } else {
      if (part.kind !== '+') change.before += part.text;
      if (part.kind !== '-') change.after += part.text;
    }
  }
  flush();
  return merged.filter(({ text }) => text !== '');
}

function shorten(part: DiffPart, place: number, count: number): DiffPart[] {
  const { kind, text } = part;
  if (kind !== 'same' || text.length <= 3 * context) return [part];
  const head: DiffPart = { kind, text: place === 0 ? '' : text.slice(0, context) };
  const tail: DiffPart = { kind, text: place === count - 1 ? '' : text.slice(-context) };
  return [head, { kind: 'gap' as const, text: '' }, tail].filter(
    ({ kind: each, text: words }) => each === 'gap' || words !== '',
  );
}
