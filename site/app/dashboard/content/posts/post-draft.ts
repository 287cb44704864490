import type { RecordRow } from '../../../data/content-records.ts';
import { collectProblems } from '../editor/problems.ts';
import type { DraftProblem } from '../editor/use-draft.ts';

export type PostRow = RecordRow<'posts'>;

export interface PostDraft {
  name: string;
  slug: string;
  excerpt: string;
  /** Markdown, "" for none */
  body: string;
  isPublished: boolean;
  /** a day as YYYY-MM-DD in the editor's own zone, "" for none */
  day: string;
  /** the stored moment, kept to the second while its day is not changed */
  storedAt: string | null;
  pictureUrl: string;
  pictureAlt: string;
  /** the picture shows nothing that words must tell */
  isDecorative: boolean;
}

/** Characters of a text, as the database limits them. */
export const longestBody = 100_000;

export const emptyPost: PostDraft = {
  name: '',
  slug: '',
  excerpt: '',
  body: '',
  isPublished: false,
  day: '',
  storedAt: null,
  pictureUrl: '',
  pictureAlt: '',
  isDecorative: false,
};

/** The day of a moment, in the zone of this browser. */
export function dayOf(timestamp: string | null): string {
  if (timestamp === null) return '';
  const date = new Date(timestamp);
  const month = String(date.getMonth() + 1).padStart(2, '0');
  return `${date.getFullYear()}-${month}-${String(date.getDate()).padStart(2, '0')}`;
}

export function draftOf(row: PostRow): PostDraft {
  return {
    name: row.title,
    slug: row.slug,
    excerpt: row.excerpt,
    body: row.body ?? '',
    isPublished: row.is_published,
    day: dayOf(row.published_at),
    storedAt: row.published_at,
    pictureUrl: row.cover_url ?? '',
    pictureAlt: row.cover_alt ?? '',
    isDecorative: row.cover_url !== null && !row.cover_alt,
  };
}

function momentOf({ day, storedAt, isPublished }: PostDraft): string | null {
  if (day === dayOf(storedAt) && storedAt !== null) return storedAt;
  if (day !== '') return new Date(`${day}T12:00:00`).toISOString();
  // a post that goes on the site without a date is of today
  return isPublished ? new Date().toISOString() : null;
}

/** The columns that an editor writes. */
export function columnsOf(draft: PostDraft) {
  return {
    title: draft.name.trim(),
    slug: draft.slug,
    excerpt: draft.excerpt.trim(),
    body: draft.body.trim() || null,
    is_published: draft.isPublished,
    published_at: momentOf(draft),
    cover_url: draft.pictureUrl.trim() || null,
    cover_alt: draft.isDecorative ? null : draft.pictureAlt.trim() || null,
  };
}

/** What must be mended before this post can be saved, in the order of the form. Limits as the database's. */
export function findPostProblems(draft: PostDraft): DraftProblem[] {
  const { problems, askLength, askName, askPicture } = collectProblems();
  askName('post', draft.name, draft.slug, 'title');
  askLength('post-excerpt', draft.excerpt, 1000, 'the excerpt');
  askLength('post-body', draft.body, longestBody, 'the text');
  askPicture('post', draft.pictureUrl, draft.pictureAlt, draft.isDecorative);
  return problems;
}
