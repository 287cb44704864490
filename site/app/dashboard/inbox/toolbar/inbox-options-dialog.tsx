// The dialog for the order of the list, with its saved views.
import { useState, type SubmitEvent } from 'react';
import { Button, IconButton } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { SelectField, TextField } from '../../../ui/field.tsx';
import { SelectOptions } from '../../screen/select-options.tsx';
import { lazyDialog } from '../../../ui/lazy-dialog.tsx';
import { AssigneeFilter } from './assignee-filter.tsx';
import { serializeInboxView } from '../inbox-filter.ts';
import { leadSorts, type LeadFilter, type LeadSort } from '../lead-filter.ts';
import { shortcutsTexts, optionsTexts } from './options-texts.ts';
import { inboxTexts } from '../inbox-texts.ts';
import { useSignedInSession } from '../../../auth/session/session-store.ts';
import { browserClient } from '../../../data/browser-client.ts';
import { deleteRow } from '../../../data/delete-row.ts';
import { useModalWhileRendered } from '../../screen/confirm-dialog.tsx';
import { useWriteMutation } from '../../screen/use-write-mutation.ts';
import { errorMessage } from '../../../ui/error-message.ts';
import { savedViewsQueryName, useSavedViews, type SavedView } from '../../screen/saved-views.ts';
import { useStoredDraft } from '../../screen/use-stored-draft.ts';
import { SwitchField } from '../../screen/switch-field.tsx';
import { Badge } from '../../../ui/badge.tsx';
import { SubmitDialog } from '../../screen/submit-dialog.tsx';

const listForm = 'saved-view';

async function renameView({ id, name }: Pick<SavedView, 'id' | 'name'>): Promise<void> {
  await browserClient().from('saved_views').update({ name }).eq('id', id).throwOnError();
}

function RenameView({ view, onClose }: { view: SavedView; onClose: () => void }) {
  const { value: name, change, drop } = useStoredDraft(`view:${view.id}`, view.name);
  const rename = useWriteMutation(renameView, [savedViewsQueryName], {
    waits: true,
    form: listForm,
    done: () => ({ title: viewTexts.renamed(name.trim()) }),
  });

  function close(): void {
    drop();
    onClose();
  }

  return (
    <SubmitDialog
      canSubmit={name.trim() !== ''}
      id="rename-view"
      isBusy={rename.isPending}
      onClose={close}
      onSubmit={() => rename.mutate({ id: view.id, name: name.trim() }, { onSuccess: close })}
      submitText={viewTexts.renameSubmit}
      title={viewTexts.renameTitle}
    >
      <TextField
        label={viewTexts.name}
        maxLength={40}
        name="new-view-name"
        onChange={(event) => change(event.target.value)}
        value={name}
      />
    </SubmitDialog>
  );
}

/** The views of this account and shared ones of colleagues, which only their owners may rename and remove. */
function ViewList() {
  const { user } = useSignedInSession();
  const { data: views = [] } = useSavedViews();
  const [renamed, setRenamed] = useState<SavedView>();
  const removal = useWriteMutation(
    ({ id }: SavedView) => deleteRow('saved_views', id),
    [savedViewsQueryName],
    {
      waits: true,
      form: listForm,
      done: (_, view) => ({ title: viewTexts.removed(view.name) }),
      // the row is removed, and with it the focused button
      onSuccess: () => document.querySelector<HTMLElement>('#list-options input[name=view-name]')?.focus(),
    },
  );
  const own = views.filter((view) => view.account_id === user.id);
  if (own.length === 0) return null;
  return (
    <>
      <ul aria-label={viewTexts.listLabel}>
        {own.map((view) => (
          <li className="flex items-center gap-4-12 hair-top" key={view.id}>
            <b className="flex-1 min-w-0">{view.name}</b>
            {view.is_shared && <Badge variant="outline">{viewTexts.sharedBadge}</Badge>}
            <span className="flex-none ml-auto">
              <IconButton icon="edit" label={viewTexts.rename(view.name)} onClick={() => setRenamed(view)} />
              <IconButton
                icon="trash"
                label={viewTexts.remove(view.name)}
                onClick={() => removal.mutate(view)}
              />
            </span>
          </li>
        ))}
      </ul>
      {renamed && <RenameView onClose={() => setRenamed(undefined)} view={renamed} />}
    </>
  );
}

const InboxShortcutsDialog = lazyDialog(() => import('./inbox-shortcuts-dialog.tsx'));

const t = optionsTexts;

interface InboxOptionsDialogProps {
  filter: LeadFilter;
  onChange: (change: Partial<LeadFilter>) => void;
  onClose: () => void;
}

/**
 * The options of the list: order, filter, saved views, and a link to the keyboard shortcuts. The list behind the
 * dialog changes with each choice.
 */
export default function InboxOptionsDialog({ filter, onChange, onClose }: InboxOptionsDialogProps) {
  const content = useModalWhileRendered<HTMLDivElement>('select');
  const [listsKeys, setListsKeys] = useState(false);

  function sortBy(value: string): void {
    const sort: LeadSort = leadSorts.find((one) => one === value) ?? 'newest';
    onChange({ sort, ...(sort === 'waiting' ? { needs: 'reply' } : {}) });
  }

  return (
    <Dialog id="list-options" onClose={onClose} title={inboxTexts.toolbar.options}>
      <div className="stack mt-16 text-17" ref={content}>
        <SelectField
          hint={t.sort.waitingHint}
          label={t.sort.label}
          name="sort"
          onChange={(event) => sortBy(event.target.value)}
          value={filter.sort}
        >
          <SelectOptions of={leadSorts.map((sort) => [sort, t.sort[sort]])} />
        </SelectField>
        <AssigneeFilter onChange={(assignee) => onChange({ assignee })} value={filter.assignee} />
        <h3>{t.views.title}</h3>
        <SaveView filter={filter} />
        <ViewList />
        <Button aria-haspopup="dialog" icon="keyboard" onClick={() => setListsKeys(true)} variant="secondary">
          {shortcutsTexts.title}
        </Button>
      </div>
      {listsKeys && <InboxShortcutsDialog onClose={() => setListsKeys(false)} />}
    </Dialog>
  );
}

const viewTexts = optionsTexts.views;

async function saveView(view: { name: string; query: string; is_shared: boolean }): Promise<void> {
  await browserClient().from('saved_views').insert(view).throwOnError();
}

/** Saves the present filter under a name. */
function SaveView({ filter }: { filter: LeadFilter }) {
  const { user } = useSignedInSession();
  const kept = useStoredDraft('view:new', { name: '', isShared: false });
  const { name, isShared } = kept.value;
  const [problem, setProblem] = useState<string>();
  const save = useWriteMutation(saveView, [savedViewsQueryName], {
    waits: true,
    form: 'save-view',
    done: (_, view) => ({ title: viewTexts.saved(view.name) }),
    onSuccess: () => kept.change((now) => ({ ...now, name: '' })),
    onError: (error) => setProblem(errorMessage(error)),
  });

  function submit(event: SubmitEvent): void {
    event.preventDefault();
    const trimmed = name.trim();
    setProblem(trimmed === '' ? viewTexts.nameMissing : undefined);
    if (trimmed === '' || save.isPending) return;
    save.mutate({
      name: trimmed,
      query: serializeInboxView(filter, user.id).toString(),
      is_shared: isShared,
    });
  }

  return (
    <form className="stack dense" noValidate onSubmit={submit}>
      <TextField
        autoComplete="off"
        error={problem}
        hint={viewTexts.hint}
        label={viewTexts.name}
        maxLength={40}
        name="view-name"
        onChange={({ target }) => kept.change((now) => ({ ...now, name: target.value }))}
        value={name}
      />
      <SwitchField
        checked={isShared}
        id="view-shared"
        label={viewTexts.share}
        onChange={(next) => kept.change((now) => ({ ...now, isShared: next }))}
        text={isShared ? viewTexts.shared : viewTexts.own}
      />
      <div>
        <Button busy={save.isPending} type="submit">
          {viewTexts.save}
        </Button>
      </div>
    </form>
  );
}
