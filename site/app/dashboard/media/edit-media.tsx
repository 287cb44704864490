// The dialogs that change or delete a picture.
import { screenTexts } from '../screen/screen-texts.ts';
import { useState } from 'react';
import { useWriteMutation } from '../screen/use-write-mutation.ts';
import { AltField } from '../screen/alt-field.tsx';
import { SubmitDialog } from '../screen/submit-dialog.tsx';
import { useStoredDraft } from '../screen/use-stored-draft.ts';
import { mediaTexts as t } from './media-texts.ts';
import { MediaKindSelect } from './upload/media-selects.tsx';
import { updateMediaDescription, type MediaRow, deleteMedia, readPictureUses } from './write-media.ts';
import { useQuery } from '@tanstack/react-query';
import { DeleteRecordDialog } from '../screen/delete-record.tsx';
import { mediaKindLabel } from './media-owner-types.ts';
import { contentTables } from '../../content/content-types.ts';

const altId = 'edit-media-alt';

/** Edits a picture's kind and description. Open while rendered. */
export function EditMediaDialog({ item, onClose }: { item: MediaRow; onClose: () => void }) {
  const kept = useStoredDraft(`media:${item.id}`, {
    kind: item.kind,
    alt: item.alt,
    isDecorative: item.alt === '',
  });
  const { kind, ...description } = kept.value;
  const [problem, setProblem] = useState<string>();
  const save = useWriteMutation(updateMediaDescription, ['media'], {
    form: `media-${item.id}`,
    done: () => ({ title: t.edit.saved, description: t.edit.savedDescription }),
  });

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
    save.mutate({ item, kind, alt }, { onSuccess: close });
  }

  return (
    <SubmitDialog
      id="edit-media"
      isBusy={save.isPending}
      onClose={close}
      onSubmit={submit}
      submitText={t.edit.submit}
      title={t.edit.title}
      unsaved={kept.isChanged ? t.edit.unsaved : undefined}
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
      <MediaKindSelect
        id="edit-media-kind"
        onChange={(next) => kept.change((now) => ({ ...now, kind: next }))}
        source={item.source}
        value={kind}
      />
    </SubmitDialog>
  );
}

interface DeleteMediaDialogProps {
  item: MediaRow;
  /** name of its service or app */
  of: string | null;
  onClose: () => void;
}

const longestName = 80;

function consequence(
  { source, kind }: MediaRow,
  of: string | null,
  shownOn: readonly string[],
): string | null {
  if (shownOn.length > 0) return t.remove.shownOn(shownOn);
  return source === 'app' && kind !== 'logo' ? t.remove.fromPageOf(of) : null;
}

function nameOf({ alt, kind }: MediaRow): string {
  if (alt === '') return t.remove.undescribed(mediaKindLabel(kind));
  return alt.length > longestName ? t.remove.namedShortened(alt.slice(0, longestName)) : t.remove.named(alt);
}

/** Confirms a deletion and lists the pages that show the picture. */
export function DeleteMediaDialog({ item, of, onClose }: DeleteMediaDialogProps) {
  const { data: { shownOn, inTextOf } = { shownOn: [], inTextOf: [] } } = useQuery({
    queryKey: ['media', 'shown-on', item.url],
    queryFn: () => readPictureUses(item.url),
    staleTime: 0,
  });
  const filesText = item.source === 'app' ? t.remove.filesOfVersions : t.remove.files;
  const change = consequence(item, of, shownOn) ?? (inTextOf.length > 0 ? null : t.remove.unused);
  return (
    <DeleteRecordDialog
      onClose={onClose}
      queryKeys={['media', ...contentTables]}
      remove={() => deleteMedia(item)}
      thing={t.remove.thing}
      title={nameOf(item)}
    >
      {change !== null && <li>{change}</li>}
      <li>{inTextOf.length > 0 ? t.remove.inTextOf(inTextOf) : filesText}</li>
    </DeleteRecordDialog>
  );
}
