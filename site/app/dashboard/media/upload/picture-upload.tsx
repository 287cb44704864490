import { useState } from 'react';
import { Button } from '../../../ui/button.tsx';
import type { PicturePart } from '../../screen/picture-panel.tsx';
import { Icon } from '../../../ui/icon.tsx';
import type { MediaOwner } from './add-media.tsx';
import { DropZone } from './drop-zone.tsx';
import { ExistingPictures } from './existing-pictures.tsx';
import { UploadProgress } from './upload-progress.tsx';
import { usePictureUpload } from './use-picture-upload.ts';
import styles from './upload.module.css';

export interface PictureUploadProps {
  /** URL of the selected picture */
  current: string;
  /** the record whose media may be selected too; null while it is not saved, or has none */
  owner: MediaOwner | null;
  onPicked: (part: PicturePart) => void;
}

/** Selects a record's picture: an upload, or one of its media. Nothing is stored before the record is saved. */
export function PictureUpload({ current, owner, onPicked }: PictureUploadProps) {
  const [made, setMade] = useState<{ url: string; name: string }>();
  const upload = usePictureUpload((url, { name }) => {
    setMade({ url, name });
    onPicked({ pictureUrl: url, pictureAlt: '', isDecorative: false });
  });
  const { file, sent, problem, cancel, send } = upload;
  const isHere = made !== undefined && made.url === current && file === null;
  return (
    <>
      <DropZone
        disabled={file !== null}
        label={current.trim() === '' ? 'Upload an image' : 'Replace the image'}
        onFiles={([chosen]) => chosen && send(chosen)}
      >
        {file && <UploadProgress name={file.name} sent={sent} />}
        {file && sent < 1 && (
          <Button onClick={cancel} size="dashboard" variant="secondary">
            Cancel
          </Button>
        )}
        <p aria-live="polite" className={styles.told}>
          {isHere && (
            <>
              <Icon name="check" />
              <span>{made.name} uploaded. Add a description, then save.</span>
            </>
          )}
        </p>
        {problem !== null && (
          <p className="field-error" role="alert">
            <Icon name="warning" />
            <span>{problem}</span>
          </p>
        )}
      </DropZone>
      {owner && (
        <ExistingPictures
          current={current}
          onPicked={(url, alt) => onPicked({ pictureUrl: url, pictureAlt: alt, isDecorative: alt === '' })}
          owner={owner}
        />
      )}
    </>
  );
}
