import { useRef, useState, type FormEvent } from 'react';
import { useNavigate } from 'react-router';
import { Badge } from '../../ui/badge.tsx';
import { EditorBar } from '../../ui/editor/editor-bar.tsx';
import { UnsavedGuard } from '../../ui/editor/unsaved-guard.tsx';
import { useDraft } from '../../ui/editor/use-draft.ts';
import { Crumbs } from '../../ui/sheet/crumbs.tsx';
import { toast } from '../../ui/toast.tsx';
import { findServiceProblems } from './check-service.ts';
import { SavedElsewhere, SlugTaken, useSaveService } from './save-service.ts';
import { SavedElsewhereNote } from './saved-elsewhere.tsx';
import { draftOf, emptyService, type ServiceRow } from './service-draft.ts';
import { ServiceForm } from './service-form.tsx';

/** Edits one service; `first` is null for a new one. */
export function ServiceEditor({ first }: { first: ServiceRow | null }) {
  const [stored, setStored] = useState(first);
  const [id, setId] = useState(() => first?.id ?? crypto.randomUUID());
  const [elsewhere, setElsewhere] = useState<SavedElsewhere>();
  const draft = useDraft(first ? draftOf(first) : emptyService, findServiceProblems);
  const summary = useRef<HTMLDivElement>(null);
  const navigate = useNavigate();
  const save = useSaveService();

  function focusSummary(): void {
    requestAnimationFrame(() => summary.current?.focus());
  }

  function keep(target: { id: string; version: string | null }): void {
    setElsewhere(undefined);
    // the button is about to be disabled: the focus waits where the result will be told
    summary.current?.focus();
    save.mutate(
      { ...target, draft: draft.values },
      {
        onSuccess(row) {
          setStored(row);
          draft.settle(draftOf(row));
          toast({ title: 'Saved', description: savedText(row), variant: 'success' });
          if (target.version === null) void navigate('/dashboard/services');
        },
        onError(error) {
          if (error instanceof SlugTaken) draft.refuse({ field: 'service-slug', text: error.message });
          else if (error instanceof SavedElsewhere) setElsewhere(error);
          else toast({ title: 'Error', description: error.message, variant: 'destructive' });
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

  function takeTheirs(theirs: ServiceRow): void {
    setStored(theirs);
    draft.settle(draftOf(theirs));
    setElsewhere(undefined);
  }

  function keepMine(theirs: ServiceRow | null): void {
    if (theirs) {
      keep({ id, version: theirs.updated_at });
      return;
    }
    const fresh = crypto.randomUUID();
    setId(fresh);
    setStored(null);
    keep({ id: fresh, version: null });
  }

  return (
    <form className="editor" noValidate onSubmit={submit}>
      <UnsavedGuard active={draft.isChanged && !save.isPending} what={stored?.name ?? 'the new service'} />
      <Crumbs here={stored?.name ?? 'New service'} list="Services" to="/dashboard/services" />
      <div className="editor-head">
        <h1 tabIndex={-1}>{stored ? 'Edit service' : 'New service'}</h1>
        {stored && (
          <Badge
            shape={stored.is_published ? 'ring' : 'circle'}
            variant={stored.is_published ? 'outline' : 'secondary'}
          >
            {stored.is_published ? 'Published' : 'Draft'}
          </Badge>
        )}
      </div>
      {elsewhere && (
        <SavedElsewhereNote
          onKeepMine={() => keepMine(elsewhere.theirs)}
          onTakeTheirs={() => elsewhere.theirs && takeTheirs(elsewhere.theirs)}
          savedAt={elsewhere.theirs?.updated_at ?? null}
        />
      )}
      <ServiceForm draft={draft} stored={stored} />
      <EditorBar
        isChanged={draft.isChanged}
        isSaving={save.isPending}
        onDiscard={discard}
        problems={draft.problems}
        saveText={stored ? 'Save changes' : 'Create service'}
        state={draft.isChanged ? 'Unsaved changes' : stored ? 'Everything is saved' : 'Nothing written yet'}
        summary={summary}
      />
    </form>
  );
}

function savedText(row: ServiceRow): string {
  return row.is_published
    ? `${row.name} is on the site as you see it here.`
    : `${row.name} is kept as a draft.`;
}
