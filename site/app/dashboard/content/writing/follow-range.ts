// Follows a part of a text while the text around it changes.

export interface TextRange {
  start: number;
  end: number;
}

/**
 * Where a range is after one change; null if the change was inside it. `caret`: after the change, which is where its
 * new text ends if the same text could have been inserted at several places.
 */
export function followRange(
  range: TextRange,
  before: string,
  after: string,
  caret: number,
): TextRange | null {
  if (before === after) return range;
  const [start, end] = findChange(before, after, caret);
  const grown = after.length - before.length;
  if (end <= range.start) return { start: range.start + grown, end: range.end + grown };
  return start >= range.end ? range : null;
}

/** The same for a place, which is kept at the beginning of a change around it. */
export function followPlace(place: number, before: string, after: string, caret: number): number {
  if (before === after) return place;
  const [start, end] = findChange(before, after, caret);
  if (end <= place) return place + after.length - before.length;
  return Math.min(place, start);
}

/** The part of `before` that was replaced. */
function findChange(before: string, after: string, caret: number): [start: number, end: number] {
  const shorter = Math.min(before.length, after.length);
  const most = Math.min(shorter, Math.max(0, after.length - caret));
  let suffix = 0;
  while (suffix < most && before.at(-1 - suffix) === after.at(-1 - suffix)) suffix += 1;
  let prefix = 0;
  while (prefix < shorter - suffix && before[prefix] === after[prefix]) prefix += 1;
  // what is equal on both sides of a caret that is not at the change
  while (prefix + suffix < shorter && before.at(-1 - suffix) === after.at(-1 - suffix)) suffix += 1;
  return [prefix, before.length - suffix];
}
