// The dialog that inserts a picture into a text, uploaded or chosen from the library.
import { screenTexts } from '../../screen/screen-texts.ts';
import { useState } from 'react';
import { ChooseImageButton } from '../../media/library/choose-image-button.tsx';
import { describeNewImage } from '../../media/library/use-images.ts';
import { PictureUploadZone, usePictureUpload } from '../../media/upload/picture-upload-zone.tsx';
import { AltField } from '../../screen/alt-field.tsx';
import { SubmitDialog } from '../../screen/submit-dialog.tsx';
import { useStoredDraft } from '../../screen/use-stored-draft.ts';
import { markdownTexts } from '../record-texts.ts';

const t = markdownTexts.insert;
const altId = 'insert-image-alt';

export interface InsertImageDialogProps {
  onInsert: (address: string, alt: string) => void;
  onClose: () => void;
}

/** Uploads a picture and asks for its description. Open while it is rendered. */
export function InsertImageDialog({ onInsert, onClose }: InsertImageDialogProps) {
  const kept = useStoredDraft('insert-image', { address: '', name: '', alt: '', isDecorative: false });
  const { address: uploaded, name, ...description } = kept.value;
  const [isTried, setIsTried] = useState(false);
  const upload = usePictureUpload((address, { name }) => {
    kept.change((now) => ({ ...now, address, name }));
    requestAnimationFrame(() => document.getElementById(altId)?.focus());
  });
  const isDone = uploaded !== '' && upload.file === null;
  const alt = description.isDecorative ? '' : description.alt.trim();
  const isSilent = alt === '' && !description.isDecorative;

  function submit(): void {
    if (!uploaded) return;
    setIsTried(true);
    if (isSilent) document.getElementById(altId)?.focus();
    else {
      kept.drop();
      void describeNewImage(uploaded, alt);
      onInsert(uploaded, alt);
    }
  }

  return (
    <SubmitDialog
      canSubmit={isDone}
      id="insert-image"
      onClose={() => {
        kept.drop();
        onClose();
      }}
      onSubmit={submit}
      submitText={t.submit}
      title={t.title}
      unsaved={uploaded === '' ? undefined : t.unsaved}
    >
      <PictureUploadZone
        doneText={isDone ? (upload.made?.url === uploaded ? t.uploaded(name) : t.chosen) : null}
        label={uploaded === '' ? t.upload : t.replace}
        upload={upload}
      />
      <div>
        <ChooseImageButton
          disabled={upload.file !== null}
          onChosen={({ url, alt: known, name: file }) => {
            kept.change((now) => ({
              ...now,
              address: url,
              name: file,
              alt: known ?? '',
              isDecorative: known === '',
            }));
            requestAnimationFrame(() => document.getElementById(altId)?.focus());
          }}
        />
      </div>
      {uploaded !== '' && (
        <AltField
          alt={description.alt}
          error={isTried && isSilent ? screenTexts.picture.altProblem : undefined}
          id={altId}
          isDecorative={description.isDecorative}
          onChange={(part) => kept.change((now) => ({ ...now, ...part }))}
        />
      )}
    </SubmitDialog>
  );
}
