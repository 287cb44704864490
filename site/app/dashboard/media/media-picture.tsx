import { useState } from 'react';
import { Icon } from '../../ui/icon.tsx';
import { tileSizes } from '../../ui/picture-sources.ts';
import { Picture } from '../../ui/picture.tsx';
import { mediaTexts } from './media-texts.ts';
import type { MediaItem } from './use-media.ts';
import styles from './media.module.css';

const imageKinds = new Set(['image', 'screenshot', 'hero', 'logo']);
const imageFile = /\.(avif|gif|jpe?g|png|svg|webp)($|[?#])/i;

export function isImage({ kind, url }: Pick<MediaItem, 'kind' | 'url'>): boolean {
  return imageKinds.has(kind.toLowerCase()) || imageFile.test(url);
}

/** The picture, or an icon if it is no image or fails to load. */
export function MediaPicture({ item }: { item: MediaItem }) {
  const [broken, setBroken] = useState(false);
  if (broken || !isImage(item)) {
    return (
      <div className={styles.picture}>
        <Icon name="image" />
        {broken && <span className="sr-only">{mediaTexts.card.broken}</span>}
      </div>
    );
  }
  return (
    <div className={styles.picture}>
      <Picture
        alt={item.alt}
        height={300}
        onError={() => setBroken(true)}
        sizes={tileSizes}
        src={item.url}
        width={480}
      />
    </div>
  );
}
