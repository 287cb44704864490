// Seeded art as a cached file.
import { classNames } from '../ui/class-names.ts';
import { terrainFor } from './terrain-names.ts';

interface CachedContourArtProps {
  seed: string;
  shape: ArtShape;
  /** the table of the record */
  table?: string | undefined;
  className?: string;
}

/**
 * Seeded art from its own cached file, for tiles and covers. With `<use>` instead of `<img>`, so that the page's
 * colours and theme apply inside.
 */
export function CachedContourArt({ seed, shape, table, className }: CachedContourArtProps) {
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
      <use href={`${artUrl(seed, shape, table)}#chart`} />
    </svg>
  );
}

/** Sizes that are served as files, in drawing units. */
const artShapes = {
  tile: { width: 480, height: 176 },
  cover: { width: 480, height: 220 },
  sheet: { width: 640, height: 400 },
  band: { width: 720, height: 200 },
} as const;

type ArtShape = keyof typeof artShapes;

/** Increase when the drawing changes: files are cached for a year. */
const version = '5';

/** URL of the art as a file. No query, because caches ignore it. */
export function artUrl(seed: string, shape: ArtShape, table = 'services'): string {
  return `/chart/${shape}-${table}-${version}/${encodeURIComponent(seed)}.svg`;
}

/** Inverse of `artUrl`, for any version; undefined for anything else. */
export function parseArtPath(sheet: string, name: string) {
  const [shape = '', table] = sheet.split('-');
  const size = Object.hasOwn(artShapes, shape) ? artShapes[shape as ArtShape] : undefined;
  if (!name.endsWith('.svg') || name.length > 204 || !size) return undefined;
  const seed = name.slice(0, -4);
  return { seed, terrain: terrainFor(seed, table), ...size };
}
