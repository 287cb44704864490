// Builds the versioned path of a record's share image; parses it.
import type { Agency } from '../agency/agency.ts';
import { hashText } from '../art/random.ts';
import { contentTables, type ContentTableName } from '../content/content-types.ts';

export interface ShareImageContent {
  title: string;
  /** the small line above the title */
  caption: string;
  /** seed of the art: the record's slug */
  seed: string;
  /** URL of the uploaded image that is shown instead of a drawing */
  picture?: string;
}

/** `pages` are those of site-pages.ts; the others are tables. */
export type ShareImageKind = 'pages' | ContentTableName;
const shareKinds: readonly ShareImageKind[] = ['pages', ...contentTables];

/** What an image shows of the agency. */
export type ShareImageAgency = Pick<Agency, 'name' | 'logo' | 'colours'>;

/** Increase when the drawing changes. */
const drawing = 2;

/** The path of a record's share image. It contains a hash of the content, so the response may be cached forever. */
export function shareImagePath(
  kind: ShareImageKind,
  slug: string,
  { title, caption, seed, picture }: ShareImageContent,
  { name, logo, colours }: ShareImageAgency,
) {
  const version = hashText(
    JSON.stringify([
      drawing,
      name,
      title,
      caption,
      seed,
      ...(logo || colours ? [logo ?? null, colours ?? null] : []),
      ...(picture === undefined ? [] : [picture]),
    ]),
  ).toString(36);
  return `/share/${kind}/${slug}-${version}.${picture === undefined ? 'png' : 'jpg'}`;
}

/** Inverse of `shareImagePath`; undefined for any other path. */
export function parseShareImagePath(
  kind: string,
  name: string,
): { kind: ShareImageKind; slug: string } | undefined {
  const known = shareKinds.find((one) => one === kind);
  const slug = /^([a-z0-9-]{1,100})-[a-z0-9]{1,7}\.(?:png|jpg)$/.exec(name)?.[1];
  return known && slug !== undefined ? { kind: known, slug } : undefined;
}
