import type { HealthReport } from '../../../data/server-health.ts';
import { Icon } from '../../../ui/icon.tsx';
import type { IconName } from '../../../ui/icons.ts';
import type { Area, Level } from './area.ts';
import { healthTexts as t } from './health-texts.ts';
import { SenderRecords } from './sender-records.tsx';
import { TestMailButton } from './test-mail-button.tsx';
import styles from './health.module.css';

const icons: Record<Level, IconName> = { good: 'check', note: 'info', problem: 'warning' };

export function HealthArea({ area, report }: { area: Area; report: HealthReport }) {
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
