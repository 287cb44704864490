import { classNames } from '../class-names.ts';
import { drawChart } from './draw-chart.ts';
import type { Terrain } from './terrain.ts';

export interface ContourArtProps {
  /** the record's slug: the same seed is the same chart */
  seed: string;
  /** natural size in pixels; the drawing covers whatever box it is given */
  width: number;
  height: number;
  terrain?: Terrain;
  /** water only, for empty states */
  calm?: boolean;
  className?: string;
}

/** A seeded nautical chart, drawn into the page. Decoration: it says nothing that the words do not. */
export function ContourArt({ seed, width, height, terrain, calm = false, className }: ContourArtProps) {
  const chart = drawChart({ seed, width, height, terrain: calm ? 'open' : terrain });
  return (
    <svg
      aria-hidden="true"
      className={classNames('chart', className)}
      height={height}
      preserveAspectRatio="xMidYMid slice"
      viewBox={`0 0 ${width} ${height}`}
      width={width}
    >
      <path className="chart-shoal" d={chart.shoal} />
      <path className="chart-lines" d={chart.lines} />
      {chart.drying !== '' && <path className="chart-drying" d={chart.drying} />}
      {chart.land !== '' && <path className="chart-land" d={chart.land} />}
      {chart.hill !== '' && <path className="chart-hill" d={chart.hill} />}
    </svg>
  );
}
