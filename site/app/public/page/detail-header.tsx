import type { ReactNode } from 'react';
import { classNames } from '../../ui/class-names.ts';
import { ContourArt } from '../../art/contour-art.tsx';
import { terrainFor } from '../../art/terrain-names.ts';
import { Ring } from '../../art/ring.tsx';

/** A number and its label, shown on the art. */
export interface Fact {
  figure: string;
  label: string;
}

export interface DetailHeaderProps {
  /** seed of the art: the record's slug */
  seed: string;
  /** chooses the terrain */
  terrainSeed?: string | null;
  tone: 'sheet' | 'shoal' | 'water';
  /** at most two */
  facts?: readonly Fact[];
  picture?: ReactNode;
  /** the ring that the line passes through */
  withRing?: boolean;
  children: ReactNode;
}

/** Header of a detail page: text at the left, art at the right. */
export function DetailHeader({
  seed,
  terrainSeed,
  tone,
  facts = [],
  picture,
  withRing = true,
  children,
}: DetailHeaderProps) {
  return (
    <div className={classNames('sheet-header', `sheet-header-${tone}`)}>
      <div className="sheet-header-words">{children}</div>
      <div className="sheet-header-chart">
        {picture ?? (
          <ContourArt
            height={400}
            seed={seed}
            width={600}
            {...(terrainSeed ? { terrain: terrainFor(terrainSeed) } : {})}
          />
        )}
        {withRing && <Ring className="header-ring" />}
        {facts.length > 0 && (
          <dl>
            {facts.map(({ figure, label }) => (
              <div className="sounding" key={label}>
                <dt>{label}</dt>
                <dd className="figure">{figure}</dd>
              </div>
            ))}
          </dl>
        )}
      </div>
    </div>
  );
}
