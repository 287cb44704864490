// Case studies as tiles.
import { ButtonLink } from '../../ui/button.tsx';
import { classNames } from '../../ui/class-names.ts';
import styles from './case-study-tiles.module.css';
import type { CaseStudyTileData } from './read-case-studies.ts';
import { recordPath } from '../../content/content-types.ts';
import { Badge, type BadgeVariant } from '../../ui/badge.tsx';
import { PageLink } from '../../ui/page-link.tsx';
import { pageTexts } from '../page/page-texts.ts';
import { TilePicture } from '../page/tile-picture.tsx';

export interface CaseStudyTilesProps {
  studies: readonly CaseStudyTileData[];
  title: string;
  /** the label of a link to all of them */
  all?: string;
}

/** A row of case studies on another page; nothing if there are none. */
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

/** A case study with its first result. `level` is that of the heading. */
export function CaseStudyTile({ study, level }: { study: CaseStudyTileData; level: 2 | 3 }) {
  const Heading = level === 2 ? 'h2' : 'h3';
  const [result] = study.results;
  return (
    <li className="tile">
      <TilePicture picture={study.cover} slug={study.slug} table="case_studies" />
      <div className="tile-words">
        <CaseStudyBadges study={study} variant="land" />
        <Heading>
          <PageLink className="tile-link" to={recordPath('case_studies', study.slug)}>
            {study.title}
          </PageLink>
        </Heading>
        <p className="mt-12">{study.excerpt}</p>
        {result !== undefined && (
          <p className={styles.result}>
            <CaseStudyResult text={result} />
          </p>
        )}
      </div>
    </li>
  );
}

interface CaseStudyBadgesProps {
  study: Pick<CaseStudyTileData, 'client' | 'isSample'>;
  /** the variant of the client's badge */
  variant: BadgeVariant;
}

/** Badges that name the client and mark a sample. */
export function CaseStudyBadges({ study: { client, isSample }, variant }: CaseStudyBadgesProps) {
  if (client === '' && !isSample) return null;
  return (
    <p className="cluster gap-8">
      {client !== '' && <Badge variant={variant}>{client}</Badge>}
      {isSample && <Badge variant="outline">{pageTexts.sample}</Badge>}
    </p>
  );
}

/** A result with its number emphasised. */
export function CaseStudyResult({ text }: { text: string }) {
  const { figure, words } = splitCaseStudyResult(text);
  if (figure === null) return <span>{words}</span>;
  return (
    <>
      <b className="figure">{figure}</b>
      <span>{` ${words}`}</span>
    </>
  );
}

/**
 * Splits a result into the number at its beginning and the rest: "63% more calls". "From 41 to 100 in Lighthouse" has
 * no such number.
 */
export function splitCaseStudyResult(result: string): { figure: string | null; words: string } {
  const [, figure, words] = /^([^\s\d]{0,3}\d\S*(?: (?=%)%)?)\s+(.+)$/s.exec(result) ?? [];
  return figure === undefined || words === undefined ? { figure: null, words: result } : { figure, words };
}
