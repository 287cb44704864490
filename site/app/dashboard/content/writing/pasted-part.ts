// Follows what was pasted while the text around it changes.

export interface TextRange {
  start: number;
  end: number;
}

/** A part of a text that was replaced, with how many characters more the new text has. */
export interface TextChange extends TextRange {
  grown: number;
}

/** An image that is not in the text yet, with its place there. */
export interface WaitingImage {
  file: File;
  alt: string;
  place: number;
}

export interface PastedPart extends TextRange {
  /** the same without formatting */
  plain: string;
  /** by hand, so that its plain text cannot take its place any more */
  isChanged: boolean;
  images: WaitingImage[];
}

/**
 * What was replaced between two texts. `caret`: after the change, which is where its new text ends if the same text
 * could have been inserted at several places.
 */
export function findChange(before: string, after: string, caret: number): TextChange {
  const shorter = Math.min(before.length, after.length);
  const most = Math.min(shorter, Math.max(0, after.length - caret));
  let suffix = 0;
  while (suffix < most && before.at(-1 - suffix) === after.at(-1 - suffix)) suffix += 1;
  let prefix = 0;
  while (prefix < shorter - suffix && before[prefix] === after[prefix]) prefix += 1;
  // what is equal on both sides of a caret that is not at the change
  while (prefix + suffix < shorter && before.at(-1 - suffix) === after.at(-1 - suffix)) suffix += 1;
  return { start: prefix, end: before.length - suffix, grown: after.length - before.length };
}

/** Where a place is after a change; null if what is on both sides of it was replaced. */
export function followPlace(place: number, { start, end, grown }: TextChange): number | null {
  if (end <= place) return place + grown;
  return place <= start ? place : null;
}

/** Moves the images of a part after a change, and forgets those whose place was removed. */
export function followImages(part: PastedPart, change: TextChange): void {
  part.images = part.images.filter((image) => {
    const place = followPlace(image.place, change);
    if (place !== null) image.place = place;
    return place !== null;
  });
}

/** Moves a part and its images after a change. False if the whole part was replaced. */
export function followPart(part: PastedPart, change: TextChange): boolean {
  const { start, end, grown } = change;
  if (part.start < part.end && start <= part.start && part.end <= end) return false;
  followImages(part, change);
  if (end <= part.start) {
    part.start += grown;
    part.end += grown;
  } else if (start < part.end) {
    part.isChanged = true;
    const added = end - start + grown;
    if (start < part.start) part.start = start + added;
    part.end = end <= part.end ? part.end + grown : start;
  }
  return true;
}
