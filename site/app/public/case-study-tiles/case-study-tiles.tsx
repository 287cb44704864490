import { ButtonLink } from '../../ui/button.tsx';
import { classNames } from '../../ui/class-names.ts';
import { CaseStudyTile } from './case-study-tile.tsx';
import styles from './case-study-tiles.module.css';
import type { CaseStudyTileData } from './read-case-studies.ts';

export interface CaseStudyTilesProps {
  studies: readonly CaseStudyTileData[];
  title: string;
  /** label of a link to all of them */
  all?: string;
}

/** A row of case studies on another page; nothing without one. */
export function CaseStudyTiles({ studies, title, all }: CaseStudyTilesProps) {
  if (studies.length === 0) return null;
  return (
    <section aria-labelledby="case-studies-title">
      <div className={classNames('page', styles.head)}>
        <h2
          className={classNames('above-line', all !== undefined && 'section-title')}
          id="case-studies-title"
        >
          {title}
        </h2>
        {all !== undefined && (
          <ButtonLink className="above-line" size="public" to="/case-studies" variant="secondary">
            {all}
          </ButtonLink>
        )}
      </div>
      <ul className="tiles rule-top">
        {studies.map((study) => (
          <CaseStudyTile key={study.slug} level={3} study={study} />
        ))}
      </ul>
    </section>
  );
}
