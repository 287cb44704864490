import { useState } from 'react';
import { Button } from '../../../ui/button.tsx';
import type { PicturePart } from '../../screen/picture-panel.tsx';
import { Icon } from '../../../ui/icon.tsx';
import type { MediaOwner } from './add-media.tsx';
import { DropZone } from './drop-zone.tsx';
import { KnownPictures } from './known-pictures.tsx';
import { UploadProgress } from './upload-progress.tsx';
import { usePictureUpload } from './use-picture-upload.ts';
import './upload.css';

export interface PictureUploadProps {
  /** the address that is chosen now */
  current: string;
  /** the record whose other pictures may be chosen as well; null while it is not stored, or has none */
  owner: MediaOwner | null;
  onPicked: (part: PicturePart) => void;
}

/** Chooses the picture of a record: one that is sent now, or one of its media. Nothing is stored before it is saved. */
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
        <p aria-live="polite" className="upload-told">
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
        <KnownPictures
          current={current}
          onPicked={(url, alt) => onPicked({ pictureUrl: url, pictureAlt: alt, isDecorative: alt === '' })}
          owner={owner}
        />
      )}
    </>
  );
}
