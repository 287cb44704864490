import { RichText } from '../../../texts/rich-text.tsx';
import { classNames } from '../../../ui/class-names.ts';
import { Icon } from '../../../ui/icon.tsx';
import { ListFailed } from '../../screen/list-failed.tsx';
import { Panel } from '../../screen/panel.tsx';
import screenStyles from '../../screen/screen.module.css';
import type { Area, Level } from './area.ts';
import { assessHealth } from './assess-health.ts';
import { healthTexts as t } from './health-texts.ts';
import { useHealth } from './use-health.ts';
import styles from './health.module.css';
import type { HealthReport } from '../../../data/server-health.ts';
import type { IconName } from '../../../ui/icons.ts';
import { SenderRecords } from './sender-records.tsx';
import { TestMailButton } from './test-mail-button.tsx';

const id = 'site-health';

/** What needs doing stands at the top of the overview; otherwise one line stands at its side. Owners only. */
export function HealthCard({ place }: { place: 'top' | 'side' }) {
  const { data: report, isError, isFetching, refetch } = useHealth();
  if (!report) {
    if (!isError || place === 'top') return null;
    return (
      <Panel className={styles.card} id={id} title={t.title}>
        <ListFailed busy={isFetching} onRetry={() => refetch()} text={t.errors.notRead} />
      </Panel>
    );
  }
  const areas = assessHealth(report);
  const problems = areas.flatMap((area) => area.problems);
  if (problems.length > 0 !== (place === 'top')) return null;
  return (
    <Panel className={styles.card} data-place={place} id={id} title={t.title}>
      {problems.length > 0 ? (
        <>
          <p className="muted">{t.problems(problems.length)}</p>
          <ul className={styles.problems}>
            {problems.map(({ title, text, action }) => (
              <li key={title}>
                <Icon name="warning" />
                <h3 className="sans text-16 leading-15">{title}</h3>
                <p>{text}</p>
                <p>{action}</p>
              </li>
            ))}
          </ul>
        </>
      ) : (
        <WellLine areas={areas} />
      )}
      <details className={classNames('mt-8', screenStyles.disclosure)}>
        <summary>
          <Icon name="chevron-down" />
          <RichText text={t.details} />
        </summary>
        {areas.map((area) => (
          <HealthArea area={area} key={area.id} report={report} />
        ))}
      </details>
    </Panel>
  );
}

function WellLine({ areas }: { areas: Area[] }) {
  return (
    <div className={styles.well}>
      <Icon name="check" />
      <p>{areas.some(({ level }) => level === 'note') ? t.wellWithNotes : t.well}</p>
      <ul className="small muted">
        {areas.map(({ id: key, short }) => short !== undefined && <li key={key}>{short}</li>)}
      </ul>
    </div>
  );
}

const icons: Record<Level, IconName> = { good: 'check', note: 'info', problem: 'warning' };

function HealthArea({ area, report }: { area: Area; report: HealthReport }) {
  const { id, heading, level, facts } = area;
  const { mail } = report;
  return (
    <section aria-labelledby={`health-${id}`} className={styles.area}>
      <h3 className="sans text-16 leading-15" id={`health-${id}`}>
        {heading}
      </h3>
      <p className={styles.level} data-level={level}>
        <Icon name={icons[level]} />
        <span>{t.levels[level]}</span>
      </p>
      <p>{facts.join(' ')}</p>
      {id === 'mail' && <TestMailButton />}
      {id === 'mail' && mail.kind === 'smtp' && mail.sender && <SenderRecords sender={mail.sender} />}
    </section>
  );
}
