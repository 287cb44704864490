// The editor of one content record: draft state, save, conflict notice, result toasts.
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import { useAgency } from '../../../agency/use-agency.ts';
import { Breadcrumbs } from '../../../ui/page-link.tsx';
import { useWriteMutation } from '../../screen/use-write-mutation.ts';
import { Button } from '../../../ui/button.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { lazyComponent } from '../../../ui/lazy-component.ts';
import { toastSuccess } from '../../../ui/toast.tsx';
import { dashboardListPath } from '../../../content/content-types.ts';
import {
  createEmptyContentDraft,
  findContentProblems,
  findValuesChangedByServer,
  contentColumnValuesOf,
  contentMergeRulesOf,
  lostSampleParts,
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
import { readLastAuthor, saveRecord } from '../content-records.ts';
import { DraftPanel } from '../drafts/draft-panel.tsx';
import { draftTexts } from '../drafts/draft-texts.ts';
import { discardDraft, readEditedRecord, type EditedRecord } from '../drafts/edited-record.ts';
import { useDraftSave } from '../drafts/use-draft-save.ts';
import { dueTimeOf, shownValuesOf } from '../drafts/write-draft.ts';
import { contentTexts } from '../content-texts.ts';
import { CheckPanel } from '../check/check-panel.tsx';
import { AutosaveNotice } from './autosave-notice.tsx';
import { useAutosave } from './use-autosave.ts';
import { ConflictChoices, listChoices } from './conflict-choice.tsx';
import { EditorForm, focusInNextFrame, movedDraft } from './editor-form.tsx';
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
import { addToMedia } from '../add-to-media.ts';

const t = contentTexts.editor;
const ColleaguesInRecord = lazyComponent(async () => ({
  default: (await import('./colleagues-editing.tsx')).ColleaguesInRecord,
}));
const ColleaguesInField = lazyComponent(async () => ({
  default: (await import('./colleagues-editing.tsx')).ColleaguesInField,
}));

export interface RecordEditorProps {
  screen: ContentScreenDefinition;
  /** the record as it was when editing began; null creates a new one */
  first: EditedRecord | null;
  /** the id that a new record gets */
  newId: string;
  /** a record of the address /new is saved under this id */
  onCreated?: ((id: string) => void) | undefined;
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

/** Edits one record of any type: checks and saves it; no change is lost or overwritten without a question. */
export function RecordEditor({ screen, first, newId, onCreated }: RecordEditorProps) {
  const { table, one, label } = screen;
  const form = `editor-${table}`;
  const { timeZone } = useAgency();
  const [edited, setEdited] = useState(first);
  const stored = edited?.row ?? null;
  /** whether another user has deleted the record */
  const [isGone, setIsGone] = useState(false);
  const record = (saved: StoredRecord | null) => `${table}:${saved?.id ?? 'new'}`;
  const draft = useFormDraft({
    record: record(stored),
    first: first ? shownValuesOf(screen, first) : noneStored(screen, newId),
    rules: contentMergeRulesOf(screen),
    isSoleTab: stored !== null,
    findProblems: (values) => findContentProblems(screen, values),
  });
  // the id of a new record goes along with its draft, which may be continued in another page
  const id = stored?.id ?? (draft.began.revision || newId);
  const autosaved = { table, id, isNew: stored === null };
  const warning = useAutosave(autosaved, draft);
  const summary = useRef<HTMLDivElement>(null);
  const navigate = useNavigate();
  const save = useWriteMutation((changed: ContentSave) => saveContent(screen, changed), [table, 'media']);
  /** Changes of a public record are a draft until they are published; switching Published off saves it as before. */
  const isDrafted =
    edited !== null && edited.live !== null && isPublicRecord(edited.row) && draft.values.isPublished;
  const [further] = useState(createFurtherSave<boolean>);
  const drafts = useDraftSave({
    screen,
    draft,
    form,
    onRead: setEdited,
    onGone: () => setIsGone(true),
    onMerged: (publishes) => further.request(publishes),
    onProblem: () => focusInNextFrame(summary),
  });
  const isSaving = save.isPending || drafts.isPending;
  const categories = useCategoryNames();
  const choices = {
    draft,
    describe: (names: readonly string[], values: ContentDraft) =>
      describeColumns(screen, values, categories, names),
  };

  function report(result: ContentSaveOutcome, { values, version }: ContentSave): void {
    if (result.outcome === 'saved') {
      const { row, edited: now } = result;
      const hasLostSample = lostSampleParts(screen, values, row);
      setEdited(now);
      draft.confirm(values, row.updated_at, findValuesChangedByServer(screen, values, row), record(row));
      const { title, description } = savedTexts(row, recordNameOf(screen, row), timeZone);
      toastSuccess({
        title,
        description: hasLostSample ? `${description} ${t.sampleRemoved}` : description,
        form,
      });
      if (version === null) showCreated(row.id);
      // another person has saved since, the record or a draft
      if (shownValuesOf(screen, now).revision !== row.updated_at) {
        drafts.merge(now, now.draft?.by ?? null, contentTexts.elsewhere.unsavedMerge);
      }
      return;
    }
    if (result.outcome === 'slug-taken') {
      draft.reject({ field: `${screen.id}-slug`, text: contentTexts.problems.slugTaken });
    } else if (result.edited === null) setIsGone(true);
    else if (drafts.merge(result.edited, result.by, contentTexts.elsewhere.merged)) {
      further.request(false);
      return;
    }
    focusInNextFrame(summary);
  }

  /** Replaces the URL with that of the new record, so that Back leads to the list. */
  function showCreated(created: string): void {
    onCreated?.(created);
    void navigate(`${dashboardListPath(table)}/${created}`, {
      replace: true,
      preventScrollReset: true,
      state: { ...movedDraft, keepsFocus: onCreated !== undefined },
    });
  }

  function reportError(error: Error): void {
    showError(error, form);
    focusInNextFrame(summary);
  }

  function keep(target: { id: string; version: string | null }): void {
    draft.send(draft.values);
    save.mutate(
      {
        ...target,
        values: draft.values,
        draft: target.version === null ? null : (edited?.draft?.version ?? null),
      },
      { onSuccess: report, onError: reportError },
    );
  }

  /** One save after the other: pressed during a save, the button saves once more what was typed since. */
  function submit(publishes: boolean): void {
    if (isSaving) further.request(publishes);
    else if (isDrafted) drafts.save(edited, publishes);
    else keep({ id, version: stored && stored.updated_at });
  }
  useSaveOnceMore(further, isSaving, (publishes) => {
    if ((draft.isChanged || publishes) && draft.conflicts.length === 0) submit(publishes);
  });

  // a restored draft may be older than what another person has saved since
  const mergeRestored = useEffectEvent(async () => {
    if (!edited) return;
    const by = edited.draft ? edited.draft.by : await readLastAuthor(table, edited.row.id).catch(() => null);
    drafts.merge(edited, by, contentTexts.elsewhere.unsavedMerge);
  });
  const isOutdated = draft.isChanged && draft.began.revision !== draft.stored.revision;
  useEffect(() => {
    if (isOutdated) void mergeRestored();
  }, [isOutdated]);

  function saveAsNew(): void {
    const none = noneStored(screen, randomId());
    setEdited(null);
    setIsGone(false);
    keep({ id: none.revision, version: null });
    draft.restart(none, record(null));
  }

  const shown = edited && (edited.draft ?? edited.live);
  const title = stored && recordNameOf(screen, stored);
  const place = stored && `${table}:${stored.id}`;
  return (
    <EditorForm
      choices={listChoices(choices)}
      draft={draft}
      continueText={isDrafted ? publishText(screen, draft.values) : undefined}
      isSaving={isSaving}
      notice={isGone ? <DeletedNotice onSaveAsNew={saveAsNew} thing={one} /> : undefined}
      onSave={submit}
      saveText={isDrafted ? draftTexts.save : stored ? t.saveChanges : t.create(one)}
      state={draft.isChanged ? t.unsavedChanges : stateOf(edited)}
      summary={summary}
      warning={draft.isChanged ? warning : undefined}
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
        {place !== null && <ColleaguesInRecord place={place} screen={screen} values={draft.values} />}
        {stored && (
          <RecordPageLink
            isChanged={draft.isChanged && !isPublicRecord(stored)}
            path={visiblePath(table, stored)}
            title={recordNameOf(screen, stored)}
          />
        )}
      </div>
      <AutosaveNotice draft={draft} record={autosaved} screen={screen} stored={stored} />
      <ContentFields
        aside={
          edited && (
            <DraftPanel
              edited={edited}
              onWritten={() => drafts.reread(edited.row.id)}
              table={table}
              title={recordNameOf(screen, edited.row)}
            />
          )
        }
        check={
          shown && (
            <CheckPanel
              isChanged={draft.isChanged}
              page={{ table, id, version: shown.version, isDraft: shown === edited?.draft }}
            />
          )
        }
        draft={draft}
        renderChoices={(names) => (
          <>
            {place !== null && <ColleaguesInField names={names} place={place} />}
            <ConflictChoices {...choices} names={names} />
          </>
        )}
        screen={screen}
        stored={stored}
      />
    </EditorForm>
  );
}

/** A new record has its ID as its revision. */
function noneStored(screen: ContentScreenDefinition, id: string): StoredValues<ContentDraft> {
  return { values: createEmptyContentDraft(screen), revision: id };
}

function stateOf(edited: EditedRecord | null): string {
  if (edited === null) return t.unchanged;
  return edited.draft === null ? t.allSaved : draftTexts.unpublished;
}

/** A future date on a public record schedules the change. */
function publishText(screen: ContentScreenDefinition, values: ContentDraft): string {
  return dueTimeOf(screen, values) === null ? draftTexts.publish : draftTexts.schedule;
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
  /** its draft, which is in the record once it was saved */
  draft: number | null;
}

/** `edited`: what is stored now; null if the record was deleted. */
type ContentSaveOutcome =
  | { outcome: 'saved'; row: StoredRecord; edited: EditedRecord }
  | { outcome: 'elsewhere'; edited: EditedRecord | null; by: string | null }
  | { outcome: 'slug-taken' };

/** Saves a record; its picture is added to the media of its type, if the type has any. */
async function saveContent(
  screen: ContentScreenDefinition,
  { id, values, version, draft }: ContentSave,
): Promise<ContentSaveOutcome> {
  const { table } = screen;
  const result = await saveRecord(table, { id, columns: contentColumnValuesOf(screen, values), version });
  if (result.outcome === 'slug-taken') return result;
  if (result.outcome === 'elsewhere') {
    return { ...result, edited: await readEditedRecord(table, id), by: result.theirs?.by ?? null };
  }
  const { row } = result;
  await addToMedia(screen, row);
  if (draft !== null) await discardDraft({ kind: table, record_id: id }, draft);
  const edited = await readEditedRecord(table, id);
  return edited === null ? { outcome: 'elsewhere', edited, by: null } : { ...result, edited };
}
