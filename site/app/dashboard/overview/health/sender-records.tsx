import type { RecordStatus, SenderDomain } from '../../../data/sender-domain.ts';
import { Icon } from '../../../ui/icon.tsx';
import type { IconName } from '../../../ui/icons.ts';
import { healthTexts } from './health-texts.ts';
import styles from './health.module.css';

const { sender: t, statuses } = healthTexts.mail;
const icons: Record<RecordStatus, IconName> = {
  good: 'check',
  improve: 'info',
  wrong: 'warning',
  unknown: 'info',
};

/** What receivers look up, with the record to publish where one is wrong. */
export function SenderRecords({ sender: { domain, records } }: { sender: SenderDomain }) {
  return (
    <div className={styles.records}>
      <h4>{t.heading(domain)}</h4>
      <ul>
        {records.map(({ kind, status, advice, found, publish }) => (
          <li key={kind}>
            <h5>{kind}</h5>
            <p className={styles.level} data-level={status === 'wrong' ? 'problem' : status}>
              <Icon name={icons[status]} />
              {statuses[status]}
            </p>
            <p>{advice}</p>
            {(publish ?? found) !== undefined && (
              <dl>
                {found !== undefined && <Fact name={t.found} value={found} />}
                {publish && <Fact name={t.name} value={publish.name} />}
                {publish && <Fact name={t.value} value={publish.value} />}
              </dl>
            )}
          </li>
        ))}
      </ul>
    </div>
  );
}

function Fact({ name, value }: { name: string; value: string }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>
        <code>{value}</code>
      </dd>
    </div>
  );
}
