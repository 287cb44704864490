import type { ReactNode } from 'react';
import { ChartFacts, type Fact } from '../../art/chart-facts.tsx';
import { ContourArt } from '../../art/contour-art.tsx';
import { Ring } from '../../art/ring.tsx';
import { contentTypes, type ContentTable } from '../../content/content-types.ts';
import { Breadcrumbs } from '../../ui/breadcrumbs.tsx';
import { terrainFor } from '../../art/terrain-names.ts';
import { classNames } from '../../ui/class-names.ts';
import { headerSizes } from '../../ui/picture-sources.ts';
import { Picture } from '../../ui/picture.tsx';
import styles from './detail-header.module.css';

export interface DetailHeaderProps {
  table: ContentTable;
  /** what the record is called */
  name: string;
  /** seed of the art: the record's slug */
  seed: string;
  /** chooses the terrain */
  terrainSeed?: string | null;
  tone: 'sheet' | 'shoal' | 'water';
  /** at most two */
  facts?: readonly Fact[];
  /** shown instead of the art with its facts and the line's ring, which `water` has not */
  picture?: { url: string; alt: string } | null;
  children: ReactNode;
}

/** Header of a detail page: text at the left, art at the right. */
export function DetailHeader(props: DetailHeaderProps) {
  const { table, name, seed, terrainSeed, tone, facts = [], picture, children } = props;
  const ground = { sheet: 'on-sheet', shoal: 'on-shoal', water: '' }[tone];
  return (
    <div className={classNames('split', styles.header)} data-detail-header="">
      <div className={classNames('split-words', ground, styles.words)} data-tone={tone}>
        <Breadcrumbs current={name} list={contentTypes[table].label} to={contentTypes[table].path} />
        {children}
      </div>
      <div className={classNames('split-art', styles.art)} data-screen-only={picture ? undefined : ''}>
        {picture ? (
          <Picture
            alt={picture.alt}
            height={630}
            isFirst
            sizes={headerSizes}
            src={picture.url}
            width={1200}
          />
        ) : (
          <ContourArt
            height={400}
            seed={seed}
            width={600}
            {...(terrainSeed ? { terrain: terrainFor(terrainSeed) } : {})}
          />
        )}
        {tone !== 'water' && !picture && <Ring className={styles.ring} />}
        {facts.length > 0 && !picture && <ChartFacts className={styles.facts} facts={facts} />}
      </div>
    </div>
  );
}
