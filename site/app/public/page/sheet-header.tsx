import type { ReactNode } from 'react';
import { classNames } from '../../ui/class-names.ts';
import { ContourArt } from '../../art/contour-art.tsx';
import { terrainFor } from '../../art/terrain-names.ts';
import { Ring } from '../../art/ring.tsx';

/** A fact on the chart: a figure and what it counts. */
export interface Sounding {
  figure: string;
  words: string;
}

export interface SheetHeaderProps {
  /** the record's slug; its chart is drawn on the right */
  seed: string;
  /** a category's name chooses how the land lies */
  word?: string | null;
  tone: 'sheet' | 'shoal' | 'water';
  /** at most two */
  soundings?: readonly Sounding[];
  /** a picture instead of the chart */
  picture?: ReactNode;
  /** the ring on the chart that the line goes through */
  withRing?: boolean;
  children: ReactNode;
}

/** The head of a record's page: words on one colour at the left, its chart at the right. */
export function SheetHeader({
  seed,
  word,
  tone,
  soundings = [],
  picture,
  withRing = true,
  children,
}: SheetHeaderProps) {
  return (
    <div className={classNames('sheet-header', `sheet-header-${tone}`)}>
      <div className="sheet-header-words">{children}</div>
      <div className="sheet-header-chart">
        {picture ?? (
          <ContourArt height={400} seed={seed} width={600} {...(word ? { terrain: terrainFor(word) } : {})} />
        )}
        {withRing && <Ring className="header-ring" />}
        {soundings.length > 0 && (
          <dl>
            {soundings.map(({ figure, words }) => (
              <div className="sounding" key={words}>
                <dt>{words}</dt>
                <dd className="figure">{figure}</dd>
              </div>
            ))}
          </dl>
        )}
      </div>
    </div>
  );
}
