import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { toast } from '../../ui/toast.tsx';
import { AltField, altProblem } from '../screen/alt-field.tsx';
import { OpenDialog } from '../screen/open-dialog.tsx';
import { KindSelect } from './upload/kind-select.tsx';
import { saveMedia, type MediaRow } from './write-media.ts';
import { errorMessage } from '../../ui/error-message.ts';

const dialogId = 'edit-media';
const altId = 'edit-media-alt';

/** Edits a picture's kind and description. Open while rendered. */
export function EditMedia({ item, onClose }: { item: MediaRow; onClose: () => void }) {
  const queries = useQueryClient();
  const [kind, setKind] = useState(item.kind);
  const [description, setDescription] = useState({ alt: item.alt, isDecorative: item.alt === '' });
  const [problem, setProblem] = useState<string>();
  const save = useMutation({
    mutationFn: saveMedia,
    onSettled: () => {
      void queries.invalidateQueries({ queryKey: ['media'] });
    },
  });

  const isChanged =
    kind !== item.kind || description.alt !== item.alt || description.isDecorative !== (item.alt === '');

  function showProblem(text: string): void {
    setProblem(text);
    document.getElementById(altId)?.focus();
  }

  function submit(): void {
    const alt = description.isDecorative ? '' : description.alt.trim();
    if (alt === '' && !description.isDecorative) {
      showProblem(altProblem);
      return;
    }
    save.mutate(
      { item, kind, alt },
      {
        onSuccess() {
          onClose();
          toast({
            title: 'Saved',
            description: 'Description updated.',
            variant: 'success',
            form: `media-${item.id}`,
          });
        },
        onError: (error) =>
          toast({
            title: 'Error',
            description: errorMessage(error),
            variant: 'destructive',
            form: `media-${item.id}`,
          }),
      },
    );
  }

  return (
    <OpenDialog
      id={dialogId}
      onClose={onClose}
      onSubmit={submit}
      title="Edit image"
      unsaved={isChanged ? 'You have unsaved changes.' : undefined}
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
      <div className="confirm-buttons">
        <Button command="close" commandfor={dialogId} size="dashboard" variant="secondary">
          Cancel
        </Button>
        <Button busy={save.isPending} busyText="Saving..." size="dashboard" type="submit">
          Save image
        </Button>
      </div>
    </OpenDialog>
  );
}
