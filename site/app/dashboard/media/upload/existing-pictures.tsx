import { useQuery } from '@tanstack/react-query';
import { browserClient } from '../../../data/browser-client.ts';
import { Picture } from '../../../ui/picture.tsx';
import type { MediaOwner } from './add-media.tsx';
import styles from './upload.module.css';

const maxShown = 12;

async function readPictures({ source, id }: MediaOwner) {
  const client = browserClient();
  const newest = { ascending: false };
  const { data } =
    source === 'service'
      ? await client
          .from('media')
          .select('id, url, alt')
          .eq('service_id', id)
          .order('created_at', newest)
          .limit(maxShown)
          .throwOnError()
      : await client
          .from('app_media')
          .select('id, url, alt')
          .eq('app_id', id)
          .eq('kind', 'logo')
          .order('created_at', newest)
          .limit(maxShown)
          .throwOnError();
  return data;
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
      <p id="known-pictures-title">Or use an uploaded image</p>
      <ul aria-labelledby="known-pictures-title">
        {others.map(({ id, url, alt }) => (
          <li key={id}>
            <button onClick={() => onPicked(url, alt)} type="button">
              <span className="sr-only">Use {alt === '' && 'image without a description'}</span>
              <Picture alt={alt} height={80} sizes="8rem" src={url} width={128} />
            </button>
          </li>
        ))}
      </ul>
    </div>
  );
}
