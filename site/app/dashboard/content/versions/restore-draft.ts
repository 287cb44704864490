import { publishingTime } from '../fields/publishing-time-field.tsx';
import { draftOf } from '../content-draft.ts';
import type { ContentDraft, ContentScreen, StoredRecord } from '../content-form.ts';

/** What restoring leaves alone: which record it is, where it stands and who may see it. */
const kept = ['id', 'slug', 'is_published', 'published_at', 'created_at', 'updated_at'];

/**
 * The draft that a version becomes in the editor. Columns that the version did not have yet stay, and a category that
 * was deleted since is left out.
 */
export function restoreDraft(
  screen: ContentScreen,
  stored: StoredRecord,
  version: StoredRecord,
  current: ContentDraft,
  categories: ReadonlyMap<string, string>,
): ContentDraft {
  const row = {
    ...stored,
    ...version,
    ...Object.fromEntries(kept.map((column) => [column, stored[column]])),
  };
  const category = row['category_id'];
  const isGone = typeof category === 'string' && !categories.has(category);
  const restored = draftOf(screen, { ...row, ...(isGone ? { category_id: null } : {}) } as StoredRecord);
  const { slug, isPublished, [publishingTime]: time } = current;
  return { ...restored, slug, isPublished, [publishingTime]: time };
}
