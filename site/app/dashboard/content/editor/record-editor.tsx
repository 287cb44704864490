import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef, useState, type FormEvent } from 'react';
import { useNavigate } from 'react-router';
import { Badge } from '../../../ui/badge.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { Breadcrumbs } from '../../../ui/breadcrumbs.tsx';
import { toast } from '../../../ui/toast.tsx';
import { EditorBar } from './editor-bar.tsx';
import type { RecordKind, SaveOutcome, StoredRecord } from './record-kind.ts';
import { PreviewButton } from '../../screen/preview-button.tsx';
import { SavedElsewhere } from './saved-elsewhere.tsx';
import { UnsavedGuard } from './unsaved-guard.tsx';
import { useDraft } from './use-draft.ts';
import { errorMessage } from '../../../ui/error-message.ts';
import '../../screen/editor.css';
import { randomId } from '../../../ui/random-id.ts';

export interface RecordEditorProps<Row extends StoredRecord, Values extends object> {
  kind: RecordKind<Row, Values>;
  /** what is being edited, as it was when editing began; null makes a new one */
  first: Row | null;
}

/** Edits one record of any kind: checks, saves, and neither loses nor overwrites anything in silence. */
export function RecordEditor<Row extends StoredRecord, Values extends object>({
  kind,
  first,
}: RecordEditorProps<Row, Values>) {
  const { thing } = kind;
  const form = `editor-${kind.path}`;
  const [stored, setStored] = useState(first);
  const [id, setId] = useState(() => first?.id ?? randomId());
  /** the version of somebody else that stands in the way; its row is null when they deleted the record */
  const [elsewhere, setElsewhere] = useState<{ theirs: Row | null }>();
  const draft = useDraft(first ? kind.draftOf(first) : kind.empty, kind.findProblems);
  const summary = useRef<HTMLDivElement>(null);
  const navigate = useNavigate();
  const queries = useQueryClient();
  const save = useMutation({
    mutationFn: kind.save,
    // not waited for: where the server is away, the next reading would keep the failure from being told
    onSettled: () => {
      void queries.invalidateQueries({ queryKey: [kind.queryKey] });
    },
  });

  function focusSummary(): void {
    requestAnimationFrame(() => summary.current?.focus());
  }

  function settle(row: Row): void {
    setStored(row);
    setElsewhere(undefined);
    draft.settle(kind.draftOf(row));
  }

  function tell(result: SaveOutcome<Row>, isNew: boolean): void {
    if (result.outcome === 'saved') {
      settle(result.row);
      const saved = kind.titleOf(result.row);
      const words = result.row.is_published
        ? { title: 'Published', description: `${saved} is live.` }
        : { title: 'Saved', description: `${saved} is saved as a draft.` };
      toast({ ...words, variant: 'success', form });
      if (isNew) void navigate(kind.path);
      return;
    }
    if (result.outcome === 'elsewhere') setElsewhere({ theirs: result.theirs });
    else {
      draft.refuse({
        field: kind.slugField,
        text: `That web address is already in use. Choose another one`,
      });
    }
    focusSummary();
  }

  function keep(target: { id: string; version: string | null }): void {
    // the button is about to be disabled: the focus waits where the result will be told
    summary.current?.focus();
    save.mutate(
      { ...target, values: draft.values },
      {
        onSuccess: (result) => tell(result, target.version === null),
        onError(error) {
          toast({ title: 'Error', description: errorMessage(error), variant: 'destructive', form });
          focusSummary();
        },
      },
    );
  }

  function submit(event: FormEvent): void {
    event.preventDefault();
    if (save.isPending) return;
    if (draft.check().length > 0) focusSummary();
    else keep({ id, version: stored?.updated_at ?? null });
  }

  function discard(): void {
    const dropped = draft.values;
    draft.settle();
    toast({ title: 'Changes discarded', action: { label: 'Undo', onClick: () => draft.change(dropped) } });
  }

  function keepMine(theirs: Row | null): void {
    if (theirs) {
      keep({ id, version: theirs.updated_at });
      return;
    }
    const fresh = randomId();
    setId(fresh);
    setStored(null);
    keep({ id: fresh, version: null });
  }

  const title = stored && kind.titleOf(stored);
  return (
    <form className="editor" data-saves noValidate onSubmit={submit}>
      <UnsavedGuard active={draft.isChanged && !save.isPending} what={title ?? `the new ${thing}`} />
      <Breadcrumbs current={title ?? `New ${thing}`} list={kind.list} to={kind.path} />
      <div className="editor-head">
        <h1 tabIndex={-1}>
          {stored ? 'Edit' : 'New'} {thing}
        </h1>
        {stored && (
          <Badge
            shape={stored.is_published ? 'ring' : 'circle'}
            variant={stored.is_published ? 'outline' : 'secondary'}
          >
            {stored.is_published ? 'Published' : 'Draft'}
          </Badge>
        )}
        {stored?.is_published && (
          <a
            className="button"
            data-size="dashboard"
            data-variant="secondary"
            href={`${kind.publicPath}/${stored.slug}`}
            rel="noreferrer"
            target="_blank"
          >
            <Icon name="external" />
            View
            <span className="sr-only"> {title} (opens in a new tab)</span>
          </a>
        )}
        {stored && !stored.is_published && (
          <PreviewButton sign={() => kind.preview(stored.id)} title={kind.titleOf(stored)}>
            {draft.isChanged ? 'Preview saved version' : 'Preview'}
          </PreviewButton>
        )}
      </div>
      {elsewhere && (
        <SavedElsewhere
          onKeepMine={() => keepMine(elsewhere.theirs)}
          onTakeTheirs={() => elsewhere.theirs && settle(elsewhere.theirs)}
          savedAt={elsewhere.theirs?.updated_at ?? null}
          thing={thing}
        />
      )}
      {/* what is stored comes into the fields with the answer: what was typed meanwhile would be gone */}
      <div inert={save.isPending}>{kind.renderForm(draft, stored)}</div>
      <EditorBar
        isChanged={draft.isChanged}
        isSaving={save.isPending}
        onDiscard={discard}
        problems={draft.problems}
        saveText={stored ? 'Save changes' : `Create ${thing}`}
        state={draft.isChanged ? 'Unsaved changes' : stored ? 'All changes saved' : 'No changes yet'}
        summary={summary}
      />
    </form>
  );
}
