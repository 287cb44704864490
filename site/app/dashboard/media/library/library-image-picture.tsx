// An image of the library as a thumbnail; an icon if it cannot be loaded.
import { useState } from 'react';
import { Icon } from '../../../ui/icon.tsx';
import { Picture } from '../../../ui/picture.tsx';
import { tilePictureSizes } from '../../../ui/picture-sources.ts';
import { libraryTexts } from './library-texts.ts';

interface LibraryImagePictureProps {
  url: string;
  alt: string;
}

/** Fills its box. */
export function LibraryImagePicture({ url, alt }: LibraryImagePictureProps) {
  const [isBroken, setIsBroken] = useState(false);
  if (isBroken)
    return (
      <>
        <Icon name="image" />
        <span className="sr-only">{libraryTexts.card.broken}</span>
      </>
    );
  return (
    <Picture
      alt={alt}
      height={300}
      onError={() => setIsBroken(true)}
      sizes={tilePictureSizes}
      src={url}
      width={480}
    />
  );
}
