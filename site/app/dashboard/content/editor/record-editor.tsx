// The editor of one content record: draft state, save, conflict notice, result toasts.
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import { useAgency } from '../../../agency/use-agency.ts';
import { Breadcrumbs } from '../../../ui/page-link.tsx';
import { useWriteMutation } from '../../screen/use-write-mutation.ts';
import { Button } from '../../../ui/button.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { toast, toastSuccess } from '../../../ui/toast.tsx';
import { dashboardListPath } from '../../../content/content-types.ts';
import {
  contentDraftOf,
  createEmptyContentDraft,
  findContentProblems,
  findValuesChangedByServer,
  contentColumnValuesOf,
  contentMergeRulesOf,
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
import { type OtherSave, type RecordSaveOutcome, readLastAuthor, saveRecord } from '../content-records.ts';
import { contentTexts } from '../content-texts.ts';
import { ConflictChoices, listChoices } from './conflict-choice.tsx';
import { EditorForm, focusInNextFrame } from './editor-form.tsx';
import { ContentFields } from './content-fields.tsx';
import { createFurtherSave, useSaveOnceMore } from './use-save-once-more.ts';
import { RecordStateBadge, RecordPageLink } from '../record-state.tsx';
import { formatZonedTime } from '../../screen/zoned-time.ts';
import { showError } from '../../screen/show-error.ts';
import { useFormDraft, type StoredValues } from '../use-form-draft.ts';
import { useCategoryNames } from '../categories/use-categories.ts';
import { describeColumns } from '../versions/describe-columns.ts';
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

/** Edits one record of any type: checks and saves it; no change is lost or overwritten without a question. */
export function RecordEditor({ screen, first, newId }: RecordEditorProps) {
  const { table, one, label } = screen;
  const form = `editor-${table}`;
  const { timeZone } = useAgency();
  const [stored, setStored] = useState(first);
  const [id, setId] = useState(newId);
  /** whether another user has deleted the record */
  const [isGone, setIsGone] = useState(false);
  const record = (saved: StoredRecord | null) => `${table}:${saved?.id ?? 'new'}`;
  const draft = useFormDraft({
    record: record(stored),
    first: first ? storedValuesOf(screen, first) : { values: createEmptyContentDraft(screen), revision: '' },
    rules: contentMergeRulesOf(screen),
    findProblems: (values) => findContentProblems(screen, values),
  });
  const summary = useRef<HTMLDivElement>(null);
  const navigate = useNavigate();
  const save = useWriteMutation((changed: ContentSave) => saveContent(screen, changed), [table, 'media']);
  const [further] = useState(createFurtherSave<void>);
  const categories = useCategoryNames();
  const choices = {
    draft,
    describe: (names: readonly string[], values: ContentDraft) =>
      describeColumns(screen, values, categories, names),
  };

  function report(result: RecordSaveOutcome, { values, version }: ContentSave): void {
    if (result.outcome === 'saved') {
      const { row } = result;
      const hasLostSample = lostSampleParts(screen, values, row);
      setStored(row);
      draft.confirm(values, row.updated_at, findValuesChangedByServer(screen, values, row), record(row));
      const { title, description } = savedTexts(row, recordNameOf(screen, row), timeZone);
      toastSuccess({
        title,
        description: hasLostSample ? `${description} ${t.sampleRemoved}` : description,
        form,
      });
      if (version === null) showCreated(row.id);
      return;
    }
    if (result.outcome === 'slug-taken') {
      draft.reject({ field: `${screen.id}-slug`, text: contentTexts.problems.slugTaken });
    } else if (result.theirs === null) setIsGone(true);
    else if (merge(result.theirs, contentTexts.elsewhere.merged)) {
      further.request();
      return;
    }
    focusInNextFrame(summary);
  }

  /** Takes over what another person saved; returns whether nothing has to be chosen. */
  function merge({ row, by }: OtherSave, describeMerge: (by: string | null) => string): boolean {
    setStored(row);
    if (draft.merge(storedValuesOf(screen, row), by).length > 0) return false;
    toast({ title: describeMerge(by) });
    return true;
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
    draft.send(draft.values);
    save.mutate(
      { ...target, values: draft.values },
      {
        onSuccess: report,
        onError(error) {
          showError(error, form);
          focusInNextFrame(summary);
        },
      },
    );
  }

  /** One save after the other: pressed during a save, the button saves once more what was typed since. */
  function submit(): void {
    if (save.isPending) further.request();
    else keep({ id, version: stored && draft.stored.revision });
  }
  useSaveOnceMore(further, save.isPending, () => {
    if (draft.isChanged && draft.conflicts.length === 0) submit();
  });

  // a restored draft may be older than what another person has saved since
  const mergeRestored = useEffectEvent(async () => {
    if (!stored) return;
    const by = await readLastAuthor(table, stored.id).catch(() => null);
    merge({ row: stored, by }, contentTexts.elsewhere.unsavedMerge);
  });
  const isOutdated = draft.isChanged && draft.began.revision !== draft.stored.revision;
  useEffect(() => {
    if (isOutdated) void mergeRestored();
  }, [isOutdated]);

  function saveAsNew(): void {
    const fresh = randomId();
    setId(fresh);
    setStored(null);
    setIsGone(false);
    keep({ id: fresh, version: null });
  }

  const title = stored && recordNameOf(screen, stored);
  return (
    <EditorForm
      choices={listChoices(choices)}
      draft={draft}
      isSaving={save.isPending}
      notice={isGone ? <DeletedNotice onSaveAsNew={saveAsNew} thing={one} /> : undefined}
      onSave={submit}
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
      <ContentFields
        draft={draft}
        renderChoices={(names) => <ConflictChoices {...choices} names={names} />}
        screen={screen}
        stored={stored}
      />
    </EditorForm>
  );
}

function storedValuesOf(screen: ContentScreenDefinition, row: StoredRecord): StoredValues<ContentDraft> {
  return { values: contentDraftOf(screen, row), revision: row.updated_at };
}

/** Another person deleted the record: nothing of this draft is lost. */
function DeletedNotice({ thing, onSaveAsNew }: { thing: string; onSaveAsNew: () => void }) {
  return (
    <>
      <p className="row gap-8 font-bold error">
        <Icon name="warning" />
        <span>{contentTexts.elsewhere.deleted(thing)}</span>
      </p>
      <Button onClick={onSaveAsNew} variant="secondary">
        {contentTexts.elsewhere.saveAsNew(thing)}
      </Button>
    </>
  );
}

interface ContentSave {
  id: string;
  values: ContentDraft;
  /** `updated_at` of the edited row; null creates a new record */
  version: string | null;
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
