import { ArtFile } from '../../art/art-file.tsx';
import { recordPath } from '../../content/content-types.ts';
import { Badge } from '../../ui/badge.tsx';
import { PageLink } from '../../ui/page-link.tsx';
import { Picture } from '../../ui/picture.tsx';
import { tileSizes } from '../../ui/picture-sources.ts';
import styles from './case-study-tile.module.css';
import type { CaseStudyTileData } from './read-case-studies.ts';
import { Result } from './result.tsx';

/** A case study with its first result. `level` is the heading's. */
export function CaseStudyTile({ study, level }: { study: CaseStudyTileData; level: 2 | 3 }) {
  const Heading = level === 2 ? 'h2' : 'h3';
  const [result] = study.results;
  return (
    <li className="tile">
      <div className="tile-picture">
        {study.cover ? (
          <Picture alt={study.cover.alt} height={176} sizes={tileSizes} src={study.cover.url} width={480} />
        ) : (
          <ArtFile seed={study.slug} shape="tile" terrainSeed={study.title} />
        )}
      </div>
      <div className="tile-words">
        {study.client !== '' && <Badge variant="land">{study.client}</Badge>}
        <Heading>
          <PageLink className="tile-link" to={recordPath('case_studies', study.slug)}>
            {study.title}
          </PageLink>
        </Heading>
        <p className="tile-pitch">{study.excerpt}</p>
        {result !== undefined && (
          <p className={styles.result}>
            <Result text={result} />
          </p>
        )}
      </div>
    </li>
  );
}
