// The parts of a record's page.
import { useAgency } from '../../agency/use-agency.ts';
import type { ReactNode } from 'react';
import { KeyFigures, type KeyFigure } from '../../art/key-figures.tsx';
import { ContourArt } from '../../art/contour-art.tsx';
import { MagentaRing } from '../../art/magenta-ring.tsx';
import {
  contentTypes,
  isPageOpen,
  listPageName,
  type ContentTableName,
} from '../../content/content-types.ts';
import { Breadcrumbs } from '../../ui/page-link.tsx';
import { terrainFor } from '../../art/terrain-names.ts';
import { classNames } from '../../ui/class-names.ts';
import { headerPictureSizesAttribute } from '../../ui/picture-sources.ts';
import { Picture } from '../../ui/picture.tsx';
import styles from './detail-page.module.css';
import { RichText } from '../../texts/rich-text.tsx';
import { Icon } from '../../ui/icon.tsx';
import { pageTexts } from './page-texts.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { ErrorLayout } from './error-layout.tsx';
import { missingRecordTexts as t } from './record-texts.ts';

export interface DetailHeaderProps {
  table: ContentTableName;
  /** the name of the record */
  name: string;
  /** seed of the art: the record's slug */
  seed: string;
  tone: 'sheet' | 'shoal' | 'water';
  /** at most two */
  facts?: readonly KeyFigure[];
  /** shown instead of the art, its facts and its ring; the tone `water` has no ring in any case */
  picture?: { url: string; alt: string } | null;
  children: ReactNode;
}

/** Header of a detail page: text at the left, art at the right. */
export function DetailHeader(props: DetailHeaderProps) {
  const { table, name, seed, tone, facts = [], picture, children } = props;
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
            sizes={headerPictureSizesAttribute}
            src={picture.url}
            width={1200}
          />
        ) : (
          <ContourArt height={400} seed={seed} terrain={terrainFor(seed, table)} width={600} />
        )}
        {tone !== 'water' && !picture && <MagentaRing className={styles.ring} />}
        {facts.length > 0 && !picture && <KeyFigures className={styles.facts} facts={facts} />}
      </div>
    </div>
  );
}

/** The body of a detail page: its text, with further facts beside it. */
export function DetailBody({ children }: { children: ReactNode }) {
  return (
    <div className={classNames('page', styles.body)} data-record-body="">
      {children}
    </div>
  );
}

export function DetailText({ children }: { children: ReactNode }) {
  return (
    <div className={styles.text} data-detail-text="">
      {children}
    </div>
  );
}

export function FeatureList({ features }: { features: readonly string[] }) {
  return (
    <ul className={styles.features} data-features="">
      {features.map((feature) => (
        <li className="buoy" key={feature}>
          {feature}
        </li>
      ))}
    </ul>
  );
}

interface FramedCardProps {
  id: string;
  title: string;
  className?: string | undefined;
  children: ReactNode;
}

/** A card beside the text, with the edge of a chart on top: prices, results. */
export function FramedCard({ id, title, className, children }: FramedCardProps) {
  return (
    <section aria-labelledby={id} className={classNames(styles.card, className)}>
      <div aria-hidden="true" className="neatline" />
      <div>
        <h2 className="heading-24" id={id}>
          {title}
        </h2>
        {children}
      </div>
    </section>
  );
}

/** The banner of a preview; `until` in milliseconds since 1970, null on public pages. */
export function PreviewNotice({ until }: { until: number | null }) {
  const { timeZone } = useAgency();
  if (until === null) return null;
  const dateTime = new Date(until).toISOString();
  function renderTime(time: string) {
    return <time dateTime={dateTime}>{time}</time>;
  }
  const { label, expires } = pageTexts.preview;
  const end = new Date(until)
    .toLocaleTimeString('en-CA', { hour: 'numeric', minute: '2-digit', timeZone, timeZoneName: 'short' })
    // the white space differs between the server and browsers
    .replaceAll(/\s/g, ' ');
  return (
    <div aria-label={label} className={styles.note} role="note">
      <p className="page">
        <Icon name="eye" />
        <strong>{label}</strong>
        <span>
          <RichText tags={{ time: renderTime }} text={expires(end)} />
        </span>
      </p>
    </div>
  );
}

interface RecordNotFoundPageProps {
  table: ContentTableName;
  title: string;
  /** not null if it was requested with a preview's token, which is expired or invalid */
  previewUntil: number | null;
}

export function RecordNotFoundPage({ table, title, previewUntil }: RecordNotFoundPageProps) {
  const { openPages } = useAgency();
  if (previewUntil !== null) {
    return (
      <ErrorLayout title={t.previewExpired.title}>
        <p>{t.previewExpired.text}</p>
      </ErrorLayout>
    );
  }
  const { label, path } = contentTypes[table];
  return (
    <ErrorLayout title={title}>
      <p>{t.text}</p>
      {isPageOpen(listPageName(table), openPages) ? (
        <ButtonLink size="public" to={path}>
          {t.back(label)}
        </ButtonLink>
      ) : (
        <ButtonLink size="public" to="/contact">
          {pageTexts.contactUs}
        </ButtonLink>
      )}
    </ErrorLayout>
  );
}
