import { useState } from 'react';
import { Icon } from '../ui/icon.tsx';
import type { MediaItem } from './list-media.ts';

const imageKinds = new Set(['image', 'screenshot', 'hero', 'logo']);
const imageFile = /\.(avif|gif|jpe?g|png|svg|webp)($|[?#])/i;

export function isImage({ kind, url }: Pick<MediaItem, 'kind' | 'url'>): boolean {
  return imageKinds.has(kind.toLowerCase()) || imageFile.test(url);
}

/** The picture, or an icon where it is no picture or cannot be loaded. */
export function MediaPicture({ item }: { item: MediaItem }) {
  const [broken, setBroken] = useState(false);
  if (broken || !isImage(item)) {
    return (
      <div className="media-picture">
        <Icon name="image" />
        {broken && <span className="sr-only">The picture could not be loaded.</span>}
      </div>
    );
  }
  return (
    <div className="media-picture">
      <img alt={item.alt} loading="lazy" onError={() => setBroken(true)} src={item.url} />
    </div>
  );
}
