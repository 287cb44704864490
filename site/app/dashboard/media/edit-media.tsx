import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { toast } from '../../ui/toast.tsx';
import { AltField, altProblem } from '../screen/alt-field.tsx';
import { OpenDialog } from '../screen/open-dialog.tsx';
import { KindSelect } from './upload/kind-select.tsx';
import { saveMedia, type MediaRow } from './write-media.ts';
import { errorMessage } from '../../ui/error-message.ts';
import './upload/upload.css';

const dialogId = 'edit-media';
const altId = 'edit-media-alt';

/** Changes what a picture is and how it is described. Open while it is rendered. */
export function EditMedia({ item, onClose }: { item: MediaRow; onClose: () => void }) {
  const queries = useQueryClient();
  const [kind, setKind] = useState(item.kind);
  const [words, setWords] = useState({ alt: item.alt, isDecorative: item.alt === '' });
  const [problem, setProblem] = useState<string>();
  const save = useMutation({
    mutationFn: saveMedia,
    onSettled: () => {
      void queries.invalidateQueries({ queryKey: ['media'] });
    },
  });

  const isChanged = kind !== item.kind || words.alt !== item.alt || words.isDecorative !== (item.alt === '');

  function refuse(text: string): void {
    setProblem(text);
    document.getElementById(altId)?.focus();
  }

  function submit(): void {
    const alt = words.isDecorative ? '' : words.alt.trim();
    if (alt === '' && !words.isDecorative) {
      refuse(altProblem);
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
        alt={words.alt}
        error={problem}
        id={altId}
        isDecorative={words.isDecorative}
        onChange={(part) => {
          setProblem(undefined);
          setWords((current) => ({ ...current, ...part }));
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
