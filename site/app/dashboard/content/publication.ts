import type { StoredRecord } from './content-form.ts';

type Publication = Pick<StoredRecord, 'is_published' | 'published_at'>;

/** When a published record goes on the site, where that is still to come; else null. */
export function scheduledFor({ is_published: isPublished, published_at: at }: Publication): string | null {
  return isPublished && typeof at === 'string' && Date.parse(at) > Date.now() ? at : null;
}

/** Whether visitors see it now. */
export function isPublic(row: Publication): boolean {
  return row.is_published && scheduledFor(row) === null;
}
