// The picture of a tile.
import { CachedContourArt } from '../../art/cached-contour-art.tsx';
import { Picture } from '../../ui/picture.tsx';
import { tilePictureSizes } from '../../ui/picture-sources.ts';

interface TilePictureProps {
  picture: { url: string; alt: string } | null;
  slug: string;
  /** of the record */
  table: 'services' | 'posts' | 'case_studies';
}

/** A record's picture, or the art of its slug. */
export function TilePicture({ picture, slug, table }: TilePictureProps) {
  return (
    <div className="tile-picture">
      {picture ? (
        <Picture alt={picture.alt} height={176} sizes={tilePictureSizes} src={picture.url} width={480} />
      ) : (
        <CachedContourArt seed={slug} shape="tile" table={table} />
      )}
    </div>
  );
}
