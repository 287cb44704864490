import { Suspense, useLayoutEffect, useRef, useState, type SubmitEvent } from 'react';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { SelectField, TextField } from '../../../ui/field.tsx';
import { lazyPart } from '../../../ui/lazy-part.ts';
import { shortcutTexts } from '../../screen/shortcut-texts.ts';
import { AssigneeFilter } from './assignee-filter.tsx';
import { sorts, type LeadFilter, type LeadSort } from '../lead-filter.ts';
import { optionsTexts } from './options-texts.ts';
import { ViewList } from './view-list.tsx';
import { useSignedIn } from '../../../auth/session/session-store.ts';
import { browserClient } from '../../../data/browser-client.ts';
import { useWrite } from '../../../data/use-write.ts';
import { errorMessage } from '../../../ui/error-message.ts';
import { toastSuccess } from '../../../ui/toast.tsx';
import { savedViewsKey } from '../../screen/saved-views.ts';
import { useKept } from '../../screen/use-kept.ts';
import { SwitchField } from '../../screen/switch-field.tsx';
import { writeFilter } from '../inbox-filter.ts';

const KeysDialog = lazyPart(() => import('./keys-dialog.tsx'));

const t = optionsTexts;

/** Order and filter of the list, which changes behind the dialog as one chooses, saved views, and the keys. */
export default function OptionsDialog({
  filter,
  onChange,
  onClose,
}: {
  filter: LeadFilter;
  onChange: (change: Partial<LeadFilter>) => void;
  onClose: () => void;
}) {
  const content = useRef<HTMLDivElement>(null);
  const [listsKeys, setListsKeys] = useState(false);
  useLayoutEffect(() => {
    const dialog = content.current?.closest('dialog');
    dialog?.showModal();
    content.current?.querySelector('select')?.focus();
    return () => dialog?.close();
  }, []);

  function sortBy(value: string): void {
    const sort: LeadSort = sorts.find((one) => one === value) ?? 'newest';
    onChange({ sort, ...(sort === 'waiting' ? { needs: 'reply' } : {}) });
  }

  return (
    <Dialog id="list-options" onClose={onClose} title={t.title}>
      <div className="stack mt-16 text-17" ref={content}>
        <SelectField
          hint={t.sort.waitingHint}
          label={t.sort.label}
          name="sort"
          onChange={(event) => sortBy(event.target.value)}
          value={filter.sort}
        >
          {sorts.map((sort) => (
            <option key={sort} value={sort}>
              {t.sort[sort]}
            </option>
          ))}
        </SelectField>
        <AssigneeFilter onChange={(assignee) => onChange({ assignee })} value={filter.assignee} />
        <h3>{t.views.title}</h3>
        <SaveView filter={filter} />
        <ViewList />
        <Button aria-haspopup="dialog" icon="keyboard" onClick={() => setListsKeys(true)} variant="secondary">
          {shortcutTexts.label}
        </Button>
      </div>
      {listsKeys && (
        <Suspense>
          <KeysDialog onClose={() => setListsKeys(false)} />
        </Suspense>
      )}
    </Dialog>
  );
}

const saveViewTexts = optionsTexts.views;
const form = 'save-view';

interface NewView {
  name: string;
  query: string;
  is_shared: boolean;
}

async function saveView(view: NewView): Promise<void> {
  await browserClient().from('saved_views').insert(view).throwOnError();
}

/** Keeps what the list shows now under a name. */
function SaveView({ filter }: { filter: LeadFilter }) {
  const { user } = useSignedIn();
  const kept = useKept('view:new', { name: '', isShared: false });
  const { name, isShared } = kept.value;
  const [problem, setProblem] = useState<string>();
  const save = useWrite(saveView, [savedViewsKey], {
    waits: true,
    onSuccess(_, view) {
      kept.change((now) => ({ ...now, name: '' }));
      toastSuccess({ title: saveViewTexts.saved(view.name), form });
    },
    onError: (error) => setProblem(errorMessage(error)),
  });

  function submit(event: SubmitEvent): void {
    event.preventDefault();
    const trimmed = name.trim();
    setProblem(trimmed === '' ? saveViewTexts.nameMissing : undefined);
    if (trimmed === '' || save.isPending) return;
    save.mutate({ name: trimmed, query: writeFilter(filter, user.id).toString(), is_shared: isShared });
  }

  return (
    <form className="stack dense" noValidate onSubmit={submit}>
      <TextField
        autoComplete="off"
        error={problem}
        hint={saveViewTexts.hint}
        label={saveViewTexts.name}
        maxLength={40}
        name="view-name"
        onChange={({ target }) => kept.change((now) => ({ ...now, name: target.value }))}
        value={name}
      />
      <SwitchField
        checked={isShared}
        id="view-shared"
        label={saveViewTexts.share}
        onChange={(next) => kept.change((now) => ({ ...now, isShared: next }))}
        text={isShared ? saveViewTexts.shared : saveViewTexts.own}
      />
      <div>
        <Button busy={save.isPending} busyText={saveViewTexts.busy} type="submit">
          {saveViewTexts.save}
        </Button>
      </div>
    </form>
  );
}
