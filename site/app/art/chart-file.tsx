import { classNames } from '../ui/class-names.ts';
import { chartAddress, chartShapes, type ChartShape } from './chart-address.ts';

/**
 * A seeded chart from its own cacheable file, for tiles and covers. The file is taken in by `<use>`, not by
 * `<img>`, so that the page's colours (and a theme chosen by hand) reach into it.
 */
export function ChartFile({
  seed,
  shape,
  word,
  className,
}: {
  seed: string;
  shape: ChartShape;
  word?: string | null | undefined;
  className?: string;
}) {
  const { width, height } = chartShapes[shape];
  return (
    <svg
      aria-hidden="true"
      className={classNames('chart', className)}
      height={height}
      preserveAspectRatio="xMidYMid slice"
      viewBox={`0 0 ${width} ${height}`}
      width={width}
    >
      <use href={`${chartAddress(seed, shape, word)}#chart`} />
    </svg>
  );
}
