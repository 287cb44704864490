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
      <h4 className="sans text-16 leading-15">{t.heading(domain)}</h4>
      <ul>
        {records.map(({ kind, status, advice, found, publish }) => (
          <li key={kind}>
            <h5 className="sans text-16 leading-15">{kind}</h5>
            <p className={styles.level} data-level={status === 'wrong' ? 'problem' : status}>
              <Icon name={icons[status]} />
              <span>{statuses[status]}</span>
            </p>
            <p className="col-span-full">{advice}</p>
            {(publish ?? found) !== undefined && (
              <dl className="grid gap-6 rounded col-span-full text-15">
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
      <dt className="muted">{name}</dt>
      <dd>
        <code>{value}</code>
      </dd>
    </div>
  );
}
