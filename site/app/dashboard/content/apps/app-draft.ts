import type { RecordRow } from '../../../data/content-records.ts';
import { collectProblems } from '../editor/problems.ts';
import type { DraftProblem } from '../editor/use-draft.ts';

export type AppRow = RecordRow<'apps'>;

export interface AppDraft {
  name: string;
  slug: string;
  pitch: string;
  description: string;
  /** free words, "" for none */
  category: string;
  platforms: string[];
  chips: string[];
  demoUrl: string;
  isPublished: boolean;
  pictureUrl: string;
  pictureAlt: string;
}

export const emptyApp: AppDraft = {
  name: '',
  slug: '',
  pitch: '',
  description: '',
  category: '',
  platforms: [],
  chips: [],
  demoUrl: '',
  isPublished: false,
  pictureUrl: '',
  pictureAlt: '',
};

export function draftOf(row: AppRow): AppDraft {
  return {
    name: row.name,
    slug: row.slug,
    pitch: row.short_pitch,
    description: row.description,
    category: row.category ?? '',
    platforms: row.platforms,
    chips: row.feature_chips,
    demoUrl: row.demo_url ?? '',
    isPublished: row.is_published,
    pictureUrl: row.logo_url ?? '',
    pictureAlt: row.logo_alt ?? '',
  };
}

/** The columns that an editor writes. */
export function columnsOf(draft: AppDraft) {
  return {
    name: draft.name.trim(),
    slug: draft.slug,
    short_pitch: draft.pitch.trim(),
    description: draft.description.trim(),
    category: draft.category.trim() || null,
    platforms: draft.platforms,
    feature_chips: draft.chips,
    demo_url: draft.demoUrl.trim() || null,
    is_published: draft.isPublished,
    logo_url: draft.pictureUrl.trim() || null,
    logo_alt: draft.pictureAlt.trim() || null,
  };
}

const demoAddress = /^https?:\/\/[^\s\\/?#][^\s\\]*$/i;

/** What must be mended before this app can be saved, in the order of the form. Limits as the database's. */
export function findAppProblems(draft: AppDraft): DraftProblem[] {
  const { problems, ask, askChips, askLength, askName, askPicture } = collectProblems();
  const demo = draft.demoUrl.trim();
  askName('app', draft.name, draft.slug, 'name');
  askLength('app-pitch', draft.pitch, 500, 'the pitch');
  askLength('app-description', draft.description, 20_000, 'the description');
  askChips('app-chips', draft.chips, 'features');
  askLength('app-category', draft.category, 100, 'the category');
  askChips('app-platforms', draft.platforms, 'platforms');
  ask(
    'app-demo',
    demo !== '' && (!demoAddress.test(demo) || demo.length > 2048),
    'Enter the full demo URL, starting with https://',
  );
  askPicture('app', draft.pictureUrl, draft.pictureAlt, null);
  return problems;
}
