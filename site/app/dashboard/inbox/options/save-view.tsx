import { useState, type SubmitEvent } from 'react';
import { useSignedIn } from '../../../auth/session/session-store.ts';
import { browserClient } from '../../../data/browser-client.ts';
import { useWrite } from '../../../data/use-write.ts';
import { Button } from '../../../ui/button.tsx';
import { errorMessage } from '../../../ui/error-message.ts';
import { TextField } from '../../../ui/field.tsx';
import { toastSuccess } from '../../../ui/toast.tsx';
import { savedViewsKey } from '../../screen/saved-views.ts';
import { useKept } from '../../screen/use-kept.ts';
import { SwitchField } from '../../screen/switch-field.tsx';
import { writeFilter } from '../inbox-filter.ts';
import type { LeadFilter } from '../lead-filter.ts';
import { optionsTexts } from './options-texts.ts';

const t = optionsTexts.views;
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
export function SaveView({ filter }: { filter: LeadFilter }) {
  const { user } = useSignedIn();
  const kept = useKept('view:new', { name: '', isShared: false });
  const { name, isShared } = kept.value;
  const [problem, setProblem] = useState<string>();
  const save = useWrite(saveView, [savedViewsKey], {
    waits: true,
    onSuccess(_, view) {
      kept.change((now) => ({ ...now, name: '' }));
      toastSuccess({ title: t.saved(view.name), form });
    },
    onError: (error) => setProblem(errorMessage(error)),
  });

  function submit(event: SubmitEvent): void {
    event.preventDefault();
    const trimmed = name.trim();
    setProblem(trimmed === '' ? t.nameMissing : undefined);
    if (trimmed === '' || save.isPending) return;
    save.mutate({ name: trimmed, query: writeFilter(filter, user.id).toString(), is_shared: isShared });
  }

  return (
    <form className="stack dense" noValidate onSubmit={submit}>
      <TextField
        autoComplete="off"
        error={problem}
        hint={t.hint}
        label={t.name}
        maxLength={40}
        name="view-name"
        onChange={({ target }) => kept.change((now) => ({ ...now, name: target.value }))}
        value={name}
      />
      <SwitchField
        checked={isShared}
        id="view-shared"
        label={t.share}
        onChange={(next) => kept.change((now) => ({ ...now, isShared: next }))}
        text={isShared ? t.shared : t.own}
      />
      <div>
        <Button busy={save.isPending} busyText={t.busy} type="submit">
          {t.save}
        </Button>
      </div>
    </form>
  );
}
