import { Button } from '../../../ui/button.tsx';
import { FieldError } from '../../../ui/field.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { DropZone, type DropZoneProps } from './drop-zone.tsx';
import { UploadProgress } from './upload-progress.tsx';
import { uploadTexts } from './upload-texts.ts';
import type { usePictureUpload } from './use-picture-upload.ts';
import styles from './upload.module.css';

export interface UploadZoneProps {
  upload: ReturnType<typeof usePictureUpload>;
  label: string;
  /** said once the picture is uploaded; null before */
  doneText: string | null;
  accepts?: DropZoneProps['accepts'];
}

/** Takes one picture and shows how far its upload is, that it is done, or what was wrong. */
export function UploadZone({ upload, label, doneText, accepts }: UploadZoneProps) {
  const { file, sent, problem, cancel, send } = upload;
  return (
    <DropZone
      disabled={file !== null}
      label={label}
      onFiles={([chosen]) => chosen && send(chosen)}
      {...(accepts && { accepts })}
    >
      {file && <UploadProgress name={file.name} sent={sent} />}
      {file && sent < 1 && (
        <Button onClick={cancel} variant="secondary">
          {uploadTexts.picture.cancel}
        </Button>
      )}
      <p aria-live="polite" className={styles.status}>
        {doneText !== null && (
          <>
            <Icon name="check" />
            <span>{doneText}</span>
          </>
        )}
      </p>
      {problem !== null && <FieldError role="alert" text={problem} />}
    </DropZone>
  );
}
