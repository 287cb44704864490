import { useQuery } from '@tanstack/react-query';
import { RichText } from '../../../texts/rich-text.tsx';
import { Picture } from '../../../ui/picture.tsx';
import { mediaRows } from '../media-rows.ts';
import { mediaSources } from '../media-sources.ts';
import type { MediaOwner } from './add-media.tsx';
import { uploadTexts } from './upload-texts.ts';
import styles from './upload.module.css';

const t = uploadTexts.existing;
const maxShown = 12;

async function readPictures({ source, id }: MediaOwner) {
  let query = mediaRows(source).select('id, url, alt').eq(mediaSources[source].ownerColumn, id);
  if (source === 'app') query = query.eq('kind', 'logo');
  const { data } = await query.order('created_at', { ascending: false }).limit(maxShown).throwOnError();
  return data as { id: string; url: string; alt: string }[];
}

export interface ExistingPicturesProps {
  owner: MediaOwner;
  /** URL of the selected picture, which is not offered */
  current: string;
  onPicked: (url: string, alt: string) => void;
}

/** Selects one of a record's media pictures. */
export function ExistingPictures({ owner, current, onPicked }: ExistingPicturesProps) {
  const { data } = useQuery({
    queryKey: ['media', 'of', owner.source, owner.id],
    queryFn: () => readPictures(owner),
  });
  const others = (data ?? []).filter(({ url }) => url !== current.trim());
  if (others.length === 0) return null;
  return (
    <div className={styles.knownPictures}>
      <p id="known-pictures-title">{t.title}</p>
      <ul aria-labelledby="known-pictures-title" className="cluster">
        {others.map(({ id, url, alt }) => (
          <li key={id}>
            <button onClick={() => onPicked(url, alt)} type="button">
              <RichText
                tags={{
                  picture: () => <Picture alt={alt} height={80} sizes="8rem" src={url} width={128} />,
                }}
                text={alt === '' ? t.useUndescribed : t.use}
              />
            </button>
          </li>
        ))}
      </ul>
    </div>
  );
}
