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
import type { MergeRules } from './merge-drafts.ts';
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

type ColumnWriter = (draft: ContentDraft) => Record<string, unknown>;

/** The columns that each value of a draft is written to. */
function columnWritersOf({
  columns,
  form,
}: ContentScreenDefinition): [names: string[], write: ColumnWriter][] {
  return [
    [['name'], ({ name }) => ({ [columns.name]: name.trim() })],
    [['slug'], ({ slug }) => ({ slug })],
    [['isPublished'], ({ isPublished }) => ({ is_published: isPublished })],
    [
      pictureNames,
      ({ pictureUrl, pictureAlt, isDecorative }) => {
        const isSilent = isDecorative && !form.picture.isLogo;
        return {
          [columns.picture]: pictureUrl.trim() || null,
          [columns.pictureAlt]: isSilent ? null : pictureAlt.trim() || null,
        };
      },
    ],
    ...fieldsOf(form).map((field): [string[], ColumnWriter] => [
      [field.name],
      (draft) => field.write(draft[field.name], draft),
    ]),
  ];
}

const pictureNames = ['pictureUrl', 'pictureAlt', 'isDecorative'];

/** The columns that an editor writes; `of` selects those of some values. */
export function contentColumnValuesOf(
  screen: ContentScreenDefinition,
  draft: ContentDraft,
  of?: readonly string[],
): Record<string, unknown> {
  const writers = columnWritersOf(screen).filter(([names]) => !of || names.some((name) => of.includes(name)));
  return Object.assign({}, ...writers.map(([, write]) => write(draft)));
}

export function contentMergeRulesOf(screen: ContentScreenDefinition): MergeRules<ContentDraft> {
  return {
    units: [pictureNames],
    storedOf: (names, draft) => contentColumnValuesOf(screen, draft, names),
  };
}

/** The values of a saved row that are stored differently from those that were sent. */
export function findValuesChangedByServer(
  screen: ContentScreenDefinition,
  sent: ContentDraft,
  row: StoredRecord,
): Partial<ContentDraft> {
  const saved = contentDraftOf(screen, row);
  return Object.fromEntries(
    columnWritersOf(screen)
      .filter(([, write]) => JSON.stringify(write(sent)) !== JSON.stringify(write(saved)))
      .flatMap(([names]) => names.map((name) => [name, saved[name]])),
  );
}

/** Whether the database removed what a renamed sample still had of the sample: private.drop_sample_parts. */
export function lostSampleParts(
  screen: ContentScreenDefinition,
  values: ContentDraft,
  row: StoredRecord,
): boolean {
  const typed = contentColumnValuesOf(screen, values);
  const { picture } = screen.columns;
  const count = (features: unknown) => (Array.isArray(features) ? features.length : 0);
  return (
    (typed[picture] !== null && row[picture] === null) ||
    count(row['feature_chips']) < count(typed['feature_chips'])
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
