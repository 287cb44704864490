// The picture control of an editor: uploads a file, or selects a picture of the library or of the record.
import { classNames } from '../../../ui/class-names.ts';
import type { MediaOwnerRef } from './add-media.tsx';
import { uploadTexts as t } from './upload-texts.ts';
import { ChooseImageButton } from '../library/choose-image-button.tsx';
import { PictureUploadZone, usePictureUpload } from './picture-upload-zone.tsx';
import { useQuery } from '@tanstack/react-query';
import { RichText } from '../../../texts/rich-text.tsx';
import { Picture } from '../../../ui/picture.tsx';
import { mediaTableQuery, mediaOwnerTypes } from '../media-owner-types.ts';
import styles from './upload.module.css';

export interface PicturePickerProps {
  /** URL of the selected picture */
  current: string;
  /** the record whose media may be selected too; null if it is not saved yet, or has none */
  owner: MediaOwnerRef | null;
  onPicked: (part: { pictureUrl: string; pictureAlt: string; isDecorative: boolean }) => void;
}

/** Selects a record's picture: an upload, or one of its media. Nothing is stored before the record is saved. */
export function PicturePicker({ current, owner, onPicked }: PicturePickerProps) {
  const upload = usePictureUpload((url) =>
    onPicked({ pictureUrl: url, pictureAlt: '', isDecorative: false }),
  );
  const { made, file } = upload;
  return (
    <>
      <PictureUploadZone
        doneText={made?.url === current && file === null ? t.picture.uploaded(made.name) : null}
        label={current.trim() === '' ? t.picture.upload : t.picture.replace}
        upload={upload}
      />
      <div>
        <ChooseImageButton
          onChosen={({ url, alt }) =>
            onPicked({ pictureUrl: url, pictureAlt: alt ?? '', isDecorative: alt === '' })
          }
        />
      </div>
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

const maxShown = 12;

async function readPictures({ source, id }: MediaOwnerRef) {
  let query = mediaTableQuery(source).select('id, url, alt').eq(mediaOwnerTypes[source].ownerColumn, id);
  if (source === 'app') query = query.eq('kind', 'logo');
  const { data } = await query.order('created_at', { ascending: false }).limit(maxShown).throwOnError();
  return data as { id: string; url: string; alt: string }[];
}

interface ExistingPicturesProps {
  owner: MediaOwnerRef;
  /** URL of the selected picture, which is left out */
  current: string;
  onPicked: (url: string, alt: string) => void;
}

/** Selects one of a record's media pictures. */
function ExistingPictures({ owner, current, onPicked }: ExistingPicturesProps) {
  const { data } = useQuery({
    queryKey: ['media', 'of', owner.source, owner.id],
    queryFn: () => readPictures(owner),
  });
  const others = (data ?? []).filter(({ url }) => url !== current.trim());
  if (others.length === 0) return null;
  return (
    <div className={classNames('stack gap-10 font-semibold', styles.knownPictures)}>
      <p id="known-pictures-title">{t.existing.title}</p>
      <ul aria-labelledby="known-pictures-title" className="cluster">
        {others.map(({ id, url, alt }) => (
          <li key={id}>
            <button onClick={() => onPicked(url, alt)} type="button">
              <RichText
                tags={{
                  picture: () => <Picture alt={alt} height={80} sizes="8rem" src={url} width={128} />,
                }}
                text={alt === '' ? t.existing.useUndescribed : t.existing.use}
              />
            </button>
          </li>
        ))}
      </ul>
    </div>
  );
}
