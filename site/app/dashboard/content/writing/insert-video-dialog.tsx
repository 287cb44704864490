// The dialog that inserts a video into a text, as a still image with a link.
import { useState } from 'react';
import { FieldError, TextField } from '../../../ui/field.tsx';
import { ChooseImageButton } from '../../media/library/choose-image-button.tsx';
import { describeNewImage } from '../../media/library/use-images.ts';
import { PictureUploadZone, usePictureUpload } from '../../media/upload/picture-upload-zone.tsx';
import { SubmitDialog } from '../../screen/submit-dialog.tsx';
import { useStoredDraft } from '../../screen/use-stored-draft.ts';
import { linkTarget } from './link-target.ts';
import { writingTexts } from './writing-texts.ts';

const t = writingTexts.video;
const ids = { address: 'insert-video-address', name: 'insert-video-name' };
const empty = { address: '', name: '', image: '', file: '' };

interface InsertVideoDialogProps {
  onInsert: (video: { address: string; name: string; image: string }) => void;
  onClose: () => void;
}

/** Open while it is rendered. */
export function InsertVideoDialog({ onInsert, onClose }: InsertVideoDialogProps) {
  const kept = useStoredDraft('insert-video', empty);
  const { address, name, image, file } = kept.value;
  const [isTried, setIsTried] = useState(false);
  const upload = usePictureUpload((url, { name: uploaded }) =>
    kept.change((now) => ({ ...now, image: url, file: uploaded })),
  );
  const target = linkTarget(address.trim());
  const isVideo = target !== null && /^https?:/.test(target);
  const hasImage = image !== '' && upload.file === null;

  function submit(): void {
    setIsTried(true);
    if (!isVideo) document.getElementById(ids.address)?.focus();
    else if (name.trim() === '') document.getElementById(ids.name)?.focus();
    else if (hasImage) {
      kept.drop();
      void describeNewImage(image, name.trim());
      onInsert({ address: target, name: name.trim(), image });
    }
  }

  return (
    <SubmitDialog
      id="insert-video"
      onClose={() => {
        kept.drop();
        onClose();
      }}
      onSubmit={submit}
      submitText={t.submit}
      title={t.title}
      unsaved={address + name + image === '' ? undefined : t.unsaved}
    >
      <p>{t.explanation}</p>
      <TextField
        autoComplete="off"
        error={isTried && !isVideo ? t.addressProblem : undefined}
        hint={t.addressHint}
        id={ids.address}
        inputMode="url"
        label={t.address}
        name="address"
        onChange={(event) => kept.change((now) => ({ ...now, address: event.target.value }))}
        spellCheck={false}
        value={address}
      />
      <TextField
        autoComplete="off"
        error={isTried && name.trim() === '' ? t.nameProblem : undefined}
        hint={t.nameHint}
        id={ids.name}
        label={t.name}
        maxLength={300}
        name="name"
        onChange={(event) => kept.change((now) => ({ ...now, name: event.target.value }))}
        value={name}
      />
      <PictureUploadZone
        doneText={hasImage ? (upload.made?.url === image ? t.uploaded(file) : t.chosen) : null}
        label={image === '' ? t.upload : t.replace}
        upload={upload}
      />
      <div>
        <ChooseImageButton
          disabled={upload.file !== null}
          onChosen={({ url, name: chosen }) => kept.change((now) => ({ ...now, image: url, file: chosen }))}
        />
      </div>
      {isTried && image === '' && upload.file === null && <FieldError role="alert" text={t.imageProblem} />}
    </SubmitDialog>
  );
}
