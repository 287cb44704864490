// The editor of one content record: draft state, save, conflict notice, result toasts.
import { useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import { useAgency } from '../../../agency/use-agency.ts';
import { Breadcrumbs } from '../../../ui/page-link.tsx';
import { useWriteMutation } from '../../screen/use-write-mutation.ts';
import { toastSuccess } from '../../../ui/toast.tsx';
import { dashboardListPath } from '../../../content/content-types.ts';
import {
  contentDraftOf,
  createEmptyContentDraft,
  findContentProblems,
  contentColumnValuesOf,
} from '../content-draft.ts';
import {
  recordNameOf,
  type ContentScreenDefinition,
  type StoredRecord,
  type ContentDraft,
  isPublicRecord,
  visiblePath,
  scheduledPublicationTime,
} from '../content-form.ts';
import { type RecordSaveOutcome, saveRecord } from '../content-records.ts';
import { contentTexts } from '../content-texts.ts';
import { EditorForm, focusInNextFrame, SaveConflictNotice } from './editor-form.tsx';
import { ContentFields } from './content-fields.tsx';
import { RecordStateBadge, RecordPageLink } from '../record-state.tsx';
import { formatZonedTime } from '../../screen/zoned-time.ts';
import { showError } from '../../screen/show-error.ts';
import { useFormDraft } from '../use-form-draft.ts';
import { randomId } from '../../../ui/random-id.ts';
import styles from './editor.module.css';
import { mediaTableQuery, mediaOwnerTypes } from '../../media/media-owner-types.ts';
import { isUploadedPicture } from './record-addresses.ts';

const t = contentTexts.editor;

export interface RecordEditorProps {
  screen: ContentScreenDefinition;
  /** the record as it was when editing began; null creates a new one */
  first: StoredRecord | null;
  /** the id that a new record gets */
  newId: string;
}

function savedTexts(
  row: StoredRecord,
  name: string,
  timeZone: string,
): { title: string; description: string } {
  const time = scheduledPublicationTime(row);
  if (time !== null) {
    return { title: t.scheduled, description: t.scheduledText(name, formatZonedTime(time, timeZone)) };
  }
  return row.is_published
    ? { title: t.published, description: t.publishedText(name) }
    : { title: t.saved, description: t.savedText(name) };
}

/** Whether the database removed what a renamed sample still had of the sample: private.drop_sample_parts. */
function lostSampleParts(screen: ContentScreenDefinition, values: ContentDraft, row: StoredRecord): boolean {
  const typed = contentColumnValuesOf(screen, values);
  const { picture } = screen.columns;
  const count = (features: unknown) => (Array.isArray(features) ? features.length : 0);
  return (
    (typed[picture] !== null && row[picture] === null) ||
    count(row['feature_chips']) < count(typed['feature_chips'])
  );
}

interface ContentSave {
  id: string;
  values: ContentDraft;
  /** `updated_at` of the edited row; null creates a new record */
  version: string | null;
}

/** Edits one record of any type: checks and saves it; no change is lost or overwritten without a question. */
export function RecordEditor({ screen, first, newId }: RecordEditorProps) {
  const { table, one, label } = screen;
  const form = `editor-${table}`;
  const { timeZone } = useAgency();
  const [stored, setStored] = useState(first);
  const [id, setId] = useState(newId);
  /** another user's version that conflicts; its row is null if that user deleted the record */
  const [elsewhere, setElsewhere] = useState<{ theirs: StoredRecord | null }>();
  const draft = useFormDraft({
    record: `${table}:${stored?.id ?? first?.id ?? 'new'}`,
    first: first ? contentDraftOf(screen, first) : createEmptyContentDraft(screen),
    base: stored?.updated_at ?? '',
    findProblems: (values) => findContentProblems(screen, values),
  });
  // a stored draft may be older than what another user has saved since
  const isOutdated = stored !== null && draft.isChanged && draft.base !== stored.updated_at;
  const conflict = elsewhere ?? (isOutdated ? { theirs: stored } : undefined);
  const summary = useRef<HTMLDivElement>(null);
  const navigate = useNavigate();
  const save = useWriteMutation((changed: ContentSave) => saveContent(screen, changed), [table, 'media']);

  function settle(row: StoredRecord): void {
    setStored(row);
    setElsewhere(undefined);
    draft.settle(contentDraftOf(screen, row));
  }

  function report(result: RecordSaveOutcome, isNew: boolean): void {
    if (result.outcome === 'saved') {
      const hasLostSample = lostSampleParts(screen, draft.values, result.row);
      settle(result.row);
      const saved = recordNameOf(screen, result.row);
      const { title, description } = savedTexts(result.row, saved, timeZone);
      toastSuccess({
        title,
        description: hasLostSample ? `${description} ${t.sampleRemoved}` : description,
        form,
      });
      if (isNew) showCreated(result.row.id);
      return;
    }
    if (result.outcome === 'elsewhere') setElsewhere({ theirs: result.theirs });
    else {
      draft.reject({ field: `${screen.id}-slug`, text: contentTexts.problems.slugTaken });
    }
    focusInNextFrame(summary);
  }

  /** Replaces the URL with that of the new record, so that Back leads to the list. */
  function showCreated(created: string): void {
    void navigate(`${dashboardListPath(table)}/${created}`, {
      replace: true,
      preventScrollReset: true,
      state: { keepsFocus: created === newId },
    });
  }

  function keep(target: { id: string; version: string | null }): void {
    // the fields become inert, so the focus moves to where the result will be shown
    summary.current?.focus();
    save.mutate(
      { ...target, values: draft.values },
      {
        onSuccess: (result) => report(result, target.version === null),
        onError(error) {
          showError(error, form);
          focusInNextFrame(summary);
        },
      },
    );
  }

  function keepMine(theirs: StoredRecord | null): void {
    if (theirs) {
      keep({ id, version: theirs.updated_at });
      return;
    }
    const fresh = randomId();
    setId(fresh);
    setStored(null);
    keep({ id: fresh, version: null });
  }

  const title = stored && recordNameOf(screen, stored);
  return (
    <EditorForm
      draft={draft}
      isSaving={save.isPending}
      onSave={() => keep({ id, version: stored && (isOutdated ? draft.base : stored.updated_at) })}
      saveText={stored ? t.saveChanges : t.create(one)}
      state={draft.isChanged ? t.unsavedChanges : stored ? t.allSaved : t.unchanged}
      summary={summary}
      what={title ?? contentTexts.leaving.theNew(one)}
    >
      <Breadcrumbs current={title ?? t.newTitle(one)} list={label} to={dashboardListPath(table)} />
      <div className={styles.head}>
        <h1 tabIndex={-1}>{stored ? t.editTitle(one) : t.newTitle(one)}</h1>
        {stored && (
          <RecordStateBadge
            isPublished={stored.is_published}
            scheduledFor={scheduledPublicationTime(stored)}
          />
        )}
        {stored && (
          <RecordPageLink
            isChanged={draft.isChanged && !isPublicRecord(stored)}
            path={visiblePath(table, stored)}
            title={recordNameOf(screen, stored)}
          />
        )}
      </div>
      {conflict && (
        <SaveConflictNotice
          onKeepMine={() => keepMine(conflict.theirs)}
          onTakeTheirs={() => conflict.theirs && settle(conflict.theirs)}
          savedAt={conflict.theirs?.updated_at ?? null}
          thing={one}
        />
      )}
      {/* inert while saving, because the response replaces the values of the fields */}
      <div inert={save.isPending}>
        <ContentFields draft={draft} screen={screen} stored={stored} />
      </div>
    </EditorForm>
  );
}

/** Saves a record; its picture is added to the media of its type, if the type has any. */
async function saveContent(
  screen: ContentScreenDefinition,
  { id, values, version }: ContentSave,
): Promise<RecordSaveOutcome> {
  const { table } = screen;
  const result = await saveRecord(table, { id, columns: contentColumnValuesOf(screen, values), version });
  if (result.outcome === 'saved') await addToMedia(screen, result.row);
  return result;
}

/** Lists the picture under media, unless it is listed already. If this fails, the record still shows it. */
async function addToMedia({ columns, form }: ContentScreenDefinition, row: StoredRecord): Promise<void> {
  const { mediaOf: source, isLogo } = form.picture;
  const url = row[columns.picture] as string | null;
  if (source === null || url === null || !isUploadedPicture(url)) return;
  const { data } = await mediaTableQuery(source).select('id').eq('url', url).limit(1);
  if (data?.length !== 0) return;
  const alt = (row[columns.pictureAlt] as string | null) ?? '';
  const kind = isLogo ? 'logo' : 'hero';
  await mediaTableQuery(source).insert({ [mediaOwnerTypes[source].ownerColumn]: row.id, kind, url, alt });
}
