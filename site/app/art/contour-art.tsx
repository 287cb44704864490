import { useContext, useEffect, useRef } from 'react';
import { classNames } from '../ui/class-names.ts';
import { ChartPen } from './chart-pen.ts';
import type { Terrain } from './terrain-names.ts';

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

/**
 * A seeded nautical chart, drawn into the page. Decoration: it says nothing that the words do not. What the server
 * drew is kept as it is; the code that draws is fetched only for what a client navigation brings.
 */
export function ContourArt({ seed, width, height, terrain, calm = false, className }: ContourArtProps) {
  const draw = useContext(ChartPen);
  const art = useRef<SVGSVGElement>(null);
  const isNew = useRef(true);
  const land = calm ? 'open' : terrain;

  useEffect(() => {
    const element = art.current;
    if (!element) return undefined;
    const isServed = isNew.current && element.hasChildNodes();
    isNew.current = false;
    if (isServed) return undefined;
    let isWanted = true;
    async function drawHere() {
      const { chartMarkup } = await import('./chart-markup.ts');
      if (isWanted && element) element.innerHTML = chartMarkup({ seed, width, height, terrain: land });
    }
    // without it there is water, which is a chart too
    drawHere().catch(() => {});
    return () => {
      isWanted = false;
    };
  }, [seed, width, height, land]);

  return (
    <svg
      aria-hidden="true"
      className={classNames('chart', className)}
      dangerouslySetInnerHTML={{ __html: draw?.({ seed, width, height, terrain: land }) ?? '' }}
      height={height}
      preserveAspectRatio="xMidYMid slice"
      ref={art}
      suppressHydrationWarning
      viewBox={`0 0 ${width} ${height}`}
      width={width}
    />
  );
}
