import { screenTexts } from '../screen/screen-texts.ts';
import { useState } from 'react';
import { useWrite } from '../../data/use-write.ts';
import { toastSuccess } from '../../ui/toast.tsx';
import { AltField } from '../screen/alt-field.tsx';
import { OpenDialog } from '../screen/open-dialog.tsx';
import { showError } from '../screen/show-error.ts';
import { mediaTexts } from './media-texts.ts';
import { KindSelect } from './upload/kind-select.tsx';
import { saveMedia, type MediaRow } from './write-media.ts';

const t = mediaTexts.edit;
const altId = 'edit-media-alt';

/** Edits a picture's kind and description. Open while rendered. */
export function EditMedia({ item, onClose }: { item: MediaRow; onClose: () => void }) {
  const [kind, setKind] = useState(item.kind);
  const [description, setDescription] = useState({ alt: item.alt, isDecorative: item.alt === '' });
  const [problem, setProblem] = useState<string>();
  const save = useWrite(saveMedia, ['media']);

  const form = `media-${item.id}`;
  const isChanged =
    kind !== item.kind || description.alt !== item.alt || description.isDecorative !== (item.alt === '');

  function showProblem(text: string): void {
    setProblem(text);
    document.getElementById(altId)?.focus();
  }

  function submit(): void {
    const alt = description.isDecorative ? '' : description.alt.trim();
    if (alt === '' && !description.isDecorative) {
      showProblem(screenTexts.picture.altProblem);
      return;
    }
    save.mutate(
      { item, kind, alt },
      {
        onSuccess() {
          onClose();
          toastSuccess({ title: t.saved, description: t.savedDescription, form });
        },
        onError: (error) => showError(error, form),
      },
    );
  }

  return (
    <OpenDialog
      busyText={t.busy}
      id="edit-media"
      isBusy={save.isPending}
      onClose={onClose}
      onSubmit={submit}
      submitText={t.submit}
      title={t.title}
      unsaved={isChanged ? t.unsaved : undefined}
    >
      <AltField
        alt={description.alt}
        error={problem}
        id={altId}
        isDecorative={description.isDecorative}
        onChange={(part) => {
          setProblem(undefined);
          setDescription((current) => ({ ...current, ...part }));
        }}
      />
      <KindSelect id="edit-media-kind" onChange={setKind} source={item.source} value={kind} />
    </OpenDialog>
  );
}
