import { classNames } from '../ui/class-names.ts';
import { artUrl, artShapes, type ArtShape } from './art-url.ts';

/**
 * Seeded art from its own cached file, for tiles and covers. By `<use>` instead of `<img>`, so that the page's
 * colours and theme apply inside.
 */
export function ArtFile({
  seed,
  shape,
  terrainSeed,
  className,
}: {
  seed: string;
  shape: ArtShape;
  terrainSeed?: string | null | undefined;
  className?: string;
}) {
  const { width, height } = artShapes[shape];
  return (
    <svg
      aria-hidden="true"
      className={classNames('chart', className)}
      height={height}
      preserveAspectRatio="xMidYMid slice"
      viewBox={`0 0 ${width} ${height}`}
      width={width}
    >
      <use href={`${artUrl(seed, shape, terrainSeed)}#chart`} />
    </svg>
  );
}
