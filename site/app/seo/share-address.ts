import { hashText } from '../art/random.ts';

/** What a share image shows. */
export interface ShareFacts {
  title: string;
  /** the small line above the title */
  caption: string;
  /** draws the chart: the record's slug */
  seed: string;
  /** chooses how the land lies, as on the page */
  word?: string | null;
}

/** `pages` are those of site-pages.ts; the others are tables. */
export const shareKinds = ['pages', 'services', 'apps', 'posts'] as const;
export type ShareKind = (typeof shareKinds)[number];

/** Raise it when the drawing changes. */
const drawing = 1;

/** Path of a record's share image. Its version follows what is drawn, so that it may be kept for good. */
export function shareAddress(kind: ShareKind, slug: string, { title, caption, seed, word }: ShareFacts) {
  const version = hashText(JSON.stringify([drawing, title, caption, seed, word ?? null])).toString(36);
  return `/share/${kind}/${slug}-${version}.png`;
}

/** Reads what `shareAddress` wrote; anything else is answered with undefined. */
export function readShareAddress(kind: string, name: string): { kind: ShareKind; slug: string } | undefined {
  const known = shareKinds.find((one) => one === kind);
  const slug = /^([a-z0-9-]{1,100})-[a-z0-9]{1,7}\.png$/.exec(name)?.[1];
  return known && slug !== undefined ? { kind: known, slug } : undefined;
}
