// Converts between a stored content record, its form draft, the columns to write; validates the draft.
import {
  recordNameOf,
  type ContentDraft,
  type ContentField,
  type ContentFormDefinition,
  type ContentScreenDefinition,
  type StoredRecord,
} from './content-form.ts';
import { createProblemCollector } from './editor/create-problem-collector.ts';
import type { DraftProblem } from './use-form-draft.ts';

function fieldsOf({ content, panels, publishing }: ContentFormDefinition): ContentField[] {
  return [...content, ...panels, ...publishing];
}

export function createEmptyContentDraft({ form }: ContentScreenDefinition): ContentDraft {
  return {
    name: '',
    slug: '',
    ...Object.fromEntries(fieldsOf(form).map(({ name, empty }) => [name, empty])),
    isPublished: false,
    pictureUrl: '',
    pictureAlt: '',
    isDecorative: false,
  };
}

export function contentDraftOf(screen: ContentScreenDefinition, row: StoredRecord): ContentDraft {
  const { columns, form } = screen;
  const url = row[columns.picture] as string | null;
  const alt = row[columns.pictureAlt] as string | null;
  return {
    name: recordNameOf(screen, row),
    slug: row.slug,
    ...Object.fromEntries(fieldsOf(form).map((field) => [field.name, field.read(row)])),
    isPublished: row.is_published,
    pictureUrl: url ?? '',
    pictureAlt: alt ?? '',
    isDecorative: !form.picture.isLogo && url !== null && !alt,
  };
}

/** The columns that an editor writes. */
export function contentColumnValuesOf(
  { columns, form }: ContentScreenDefinition,
  draft: ContentDraft,
): Record<string, unknown> {
  const isSilent = draft.isDecorative && !form.picture.isLogo;
  return Object.assign(
    {
      [columns.name]: draft.name.trim(),
      slug: draft.slug,
      is_published: draft.isPublished,
      [columns.picture]: draft.pictureUrl.trim() || null,
      [columns.pictureAlt]: isSilent ? null : draft.pictureAlt.trim() || null,
    },
    ...fieldsOf(form).map((field) => field.write(draft[field.name], draft)),
  );
}

/** What must be corrected before the draft can be saved, in the order of the form. Has the limits of the database. */
export function findContentProblems(
  { id: idPrefix, columns, form }: ContentScreenDefinition,
  draft: ContentDraft,
): DraftProblem[] {
  const checks = createProblemCollector();
  checks.askName(idPrefix, draft.name, draft.slug, columns.name);
  for (const field of fieldsOf(form)) field.check?.(checks, draft[field.name], `${idPrefix}-${field.name}`);
  checks.askPicture(
    idPrefix,
    draft.pictureUrl,
    draft.pictureAlt,
    form.picture.isLogo ? null : draft.isDecorative,
  );
  return checks.problems;
}
