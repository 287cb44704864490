import { useState } from 'react';
import { useSignedIn } from '../../../auth/session/session-store.ts';
import { browserClient } from '../../../data/browser-client.ts';
import { useWrite } from '../../../data/use-write.ts';
import { Badge } from '../../../ui/badge.tsx';
import { TextField } from '../../../ui/field.tsx';
import { IconButton } from '../../../ui/icon-button.tsx';
import { toastSuccess } from '../../../ui/toast.tsx';
import { OpenDialog } from '../../screen/open-dialog.tsx';
import { savedViewsKey, useSavedViews, type SavedView } from '../../screen/saved-views.ts';
import { showError } from '../../screen/show-error.ts';
import { useKept } from '../../screen/use-kept.ts';
import { optionsTexts } from './options-texts.ts';

const t = optionsTexts.views;
const form = 'saved-view';

async function removeView({ id }: SavedView): Promise<void> {
  await browserClient().from('saved_views').delete().eq('id', id).throwOnError();
}

async function renameView({ id, name }: Pick<SavedView, 'id' | 'name'>): Promise<void> {
  await browserClient().from('saved_views').update({ name }).eq('id', id).throwOnError();
}

function RenameView({ view, onClose }: { view: SavedView; onClose: () => void }) {
  const { value: name, change, drop } = useKept(`view:${view.id}`, view.name);
  const rename = useWrite(renameView, [savedViewsKey], {
    waits: true,
    onSuccess: () => toastSuccess({ title: t.renamed(name.trim()), form }),
    onError: (error) => showError(error, form),
  });

  function close(): void {
    drop();
    onClose();
  }

  return (
    <OpenDialog
      canSubmit={name.trim() !== ''}
      id="rename-view"
      isBusy={rename.isPending}
      onClose={close}
      onSubmit={() => rename.mutate({ id: view.id, name: name.trim() }, { onSuccess: close })}
      submitText={t.renameSubmit}
      title={t.renameTitle}
    >
      <TextField
        label={t.name}
        maxLength={40}
        name="new-view-name"
        onChange={(event) => change(event.target.value)}
        value={name}
      />
    </OpenDialog>
  );
}

/** The views of this account. Those of colleagues are theirs to rename and remove. */
export function ViewList() {
  const { user } = useSignedIn();
  const { data: views = [] } = useSavedViews();
  const [renamed, setRenamed] = useState<SavedView>();
  const removal = useWrite(removeView, [savedViewsKey], {
    waits: true,
    onSuccess(_, view) {
      toastSuccess({ title: t.removed(view.name), form });
      // the row goes, and the focused button in it
      document.querySelector<HTMLElement>('#list-options input[name=view-name]')?.focus();
    },
    onError: (error) => showError(error, form),
  });
  const own = views.filter((view) => view.account_id === user.id);
  if (own.length === 0) return null;
  return (
    <>
      <ul aria-label={t.listLabel}>
        {own.map((view) => (
          <li className="flex items-center gap-4-12 hair-top" key={view.id}>
            <b className="flex-1 min-w-0">{view.name}</b>
            {view.is_shared && <Badge variant="outline">{t.sharedBadge}</Badge>}
            <span className="flex-none ml-auto">
              <IconButton icon="edit" label={t.rename(view.name)} onClick={() => setRenamed(view)} />
              <IconButton icon="trash" label={t.remove(view.name)} onClick={() => removal.mutate(view)} />
            </span>
          </li>
        ))}
      </ul>
      {renamed && <RenameView onClose={() => setRenamed(undefined)} view={renamed} />}
    </>
  );
}
