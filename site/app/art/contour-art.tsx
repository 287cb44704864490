// Component that shows a seeded nautical chart as a decorative SVG.
import { useContext, useEffect, useRef, createContext } from 'react';
import { classNames } from '../ui/class-names.ts';
import type { Terrain } from './terrain-names.ts';
import type { ArtOptions } from './draw-art.ts';

export interface ContourArtProps {
  /** the record's slug: the same seed gives the same art */
  seed: string;
  /** natural size in pixels; the art fills the box that contains it */
  width: number;
  height: number;
  terrain?: Terrain;
  /** water only, for empty states */
  calm?: boolean;
  className?: string;
}

/**
 * A seeded nautical chart as decoration. Server markup is kept; the drawing code is loaded only after a client
 * navigation.
 */
export function ContourArt({ seed, width, height, terrain, calm = false, className }: ContourArtProps) {
  const draw = useContext(ArtRendererContext);
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
    async function drawInBrowser() {
      const { renderArtMarkup } = await import('./render-art-markup.ts');
      if (isWanted && element) element.innerHTML = renderArtMarkup({ seed, width, height, terrain: land });
    }
    // on failure only water is shown
    drawInBrowser().catch(() => {});
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

/** Draws the art during server rendering (see entry.server.tsx); null in the browser. */
export const ArtRendererContext = createContext<((request: ArtOptions) => string) | null>(null);
