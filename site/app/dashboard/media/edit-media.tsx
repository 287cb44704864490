import { screenTexts } from '../screen/screen-texts.ts';
import { useState } from 'react';
import { useWrite } from '../../data/use-write.ts';
import { toastSuccess } from '../../ui/toast.tsx';
import { AltField } from '../screen/alt-field.tsx';
import { OpenDialog } from '../screen/open-dialog.tsx';
import { useKept } from '../screen/use-kept.ts';
import { showError } from '../screen/show-error.ts';
import { mediaTexts } from './media-texts.ts';
import { KindSelect } from './upload/kind-select.tsx';
import { saveMedia, type MediaRow } from './write-media.ts';

const t = mediaTexts.edit;
const altId = 'edit-media-alt';

/** Edits a picture's kind and description. Open while rendered. */
export function EditMedia({ item, onClose }: { item: MediaRow; onClose: () => void }) {
  const kept = useKept(`media:${item.id}`, {
    kind: item.kind,
    alt: item.alt,
    isDecorative: item.alt === '',
  });
  const { kind, ...description } = kept.value;
  const [problem, setProblem] = useState<string>();
  const save = useWrite(saveMedia, ['media']);

  const form = `media-${item.id}`;

  function close(): void {
    kept.drop();
    onClose();
  }

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
          close();
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
      onClose={close}
      onSubmit={submit}
      submitText={t.submit}
      title={t.title}
      unsaved={kept.isChanged ? t.unsaved : undefined}
    >
      <AltField
        alt={description.alt}
        error={problem}
        id={altId}
        isDecorative={description.isDecorative}
        onChange={(part) => {
          setProblem(undefined);
          kept.change((now) => ({ ...now, ...part }));
        }}
      />
      <KindSelect
        id="edit-media-kind"
        onChange={(next) => kept.change((now) => ({ ...now, kind: next }))}
        source={item.source}
        value={kind}
      />
    </OpenDialog>
  );
}
