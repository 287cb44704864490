import { useState } from 'react';
import type { PicturePart } from '../../screen/picture-panel.tsx';
import type { MediaOwner } from './add-media.tsx';
import { ExistingPictures } from './existing-pictures.tsx';
import { uploadTexts } from './upload-texts.ts';
import { UploadZone } from './upload-zone.tsx';
import { usePictureUpload } from './use-picture-upload.ts';

const t = uploadTexts.picture;

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
  const isHere = made !== undefined && made.url === current && upload.file === null;
  return (
    <>
      <UploadZone
        doneText={isHere ? t.uploaded(made.name) : null}
        label={current.trim() === '' ? t.upload : t.replace}
        upload={upload}
      />
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
