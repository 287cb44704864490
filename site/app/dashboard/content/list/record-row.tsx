// The row of a record in a list.
import { Badge } from '../../../ui/badge.tsx';
import { Button, ButtonLink } from '../../../ui/button.tsx';
import { ContourArt } from '../../../art/contour-art.tsx';
import { terrainFor } from '../../../art/terrain-names.ts';
import { RecordState, ViewLink } from '../record-state.tsx';
import { Picture } from '../../../ui/picture.tsx';
import { MagentaRing } from '../../../art/magenta-ring.tsx';
import { classNames } from '../../../ui/class-names.ts';
import screenStyles from '../../screen/screen.module.css';
import styles from './record-row.module.css';
import { RichText } from '../../../texts/rich-text.tsx';
import { screenTexts } from '../../screen/screen-texts.ts';

const t = screenTexts.row;

export interface RecordRowProps {
  id: string;
  title: string;
  isPublished: boolean;
  /** when it will be published, if that is in the future */
  scheduledFor: string | null;
  /** the picture; null: a chart drawn from `seed` */
  pictureUrl: string | null;
  /** shown on the chart, in a ring */
  logoUrl?: string | null;
  seed: string;
  /** shown beside the state: a category */
  badge?: string | null | undefined;
  /** publishing date as text */
  date?: string | null;
  text: string;
  chips?: readonly string[];
  /** the path of its page on the public site */
  viewPath: string;
  /** returns the signed path of a preview, for a record that is not public */
  preview: () => Promise<string>;
  /** null if the viewer may not edit */
  edit: { path: string; onDelete: () => void } | null;
}

/** One record in a list of the dashboard. */
export function RecordRow(props: RecordRowProps) {
  const {
    id,
    title,
    isPublished,
    scheduledFor,
    pictureUrl,
    logoUrl,
    seed,
    badge,
    date,
    text,
    chips = [],
  } = props;
  return (
    <article
      aria-labelledby={id}
      className={classNames('grid items-center gap-0-20', styles.recordRow, screenStyles.panel)}
    >
      <div aria-hidden="true" className={classNames('relative overflow-hidden', styles.art)}>
        {pictureUrl ? (
          <Picture alt="" className="cover" height={120} sizes="10rem" src={pictureUrl} width={160} />
        ) : (
          <ContourArt className="cover" height={160} seed={seed} terrain={terrainFor(seed)} width={320} />
        )}
        {logoUrl && (
          <MagentaRing className={styles.logo}>
            <img alt="" height={48} loading="lazy" src={logoUrl} width={48} />
          </MagentaRing>
        )}
      </div>
      <div className={classNames('stack min-w-0 gap-6 py-16', styles.words)}>
        <div className={styles.head}>
          <h2 className={screenStyles.panelTitle} id={id}>
            {title}
          </h2>
          <div className={styles.state}>
            <RecordState isPublished={isPublished} scheduledFor={scheduledFor} />
            {badge && <Badge variant="land">{badge}</Badge>}
            {date && <span className="figure small muted">{date}</span>}
          </div>
        </div>
        <p>{text}</p>
        {chips.length > 0 && (
          <ul aria-label={t.features} className="chips">
            {chips.map((chip) => (
              <li className="buoy" key={chip}>
                {chip}
              </li>
            ))}
          </ul>
        )}
      </div>
      <RecordButtons {...props} />
    </article>
  );
}

function RecordButtons({ title, isPublished, scheduledFor, viewPath, preview, edit }: RecordRowProps) {
  return (
    <div className={classNames('cluster gap-8', styles.buttons)}>
      <ViewLink
        path={viewPath}
        preview={isPublished && scheduledFor === null ? null : preview}
        title={title}
      />
      {edit && (
        <>
          <ButtonLink icon="edit" to={edit.path} variant="secondary">
            <RichText text={t.edit(title)} />
          </ButtonLink>
          <Button icon="trash" iconOnly onClick={edit.onDelete} variant="secondary">
            {t.remove(title)}
          </Button>
        </>
      )}
    </div>
  );
}
