import type { Database } from '../../data/database-types.ts';
import { formatDay } from './format-day.ts';
import { privacyTexts } from './privacy-texts.ts';
import styles from './privacy.module.css';

const t = privacyTexts.retention;

type Day = Database['public']['Functions']['retention_log']['Returns'][number];

/** Numbers by day, no names. */
export function RetentionLog({ days }: { days: readonly Day[] }) {
  if (days.length === 0) return <p className="muted">{t.logEmpty}</p>;
  return (
    // scrolled by keyboard where the columns do not fit
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a region that scrolls must take the focus
    <section aria-label={t.log} className={styles.scroll} tabIndex={0}>
      <table className={styles.log}>
        <caption>{t.log}</caption>
        <thead>
          <tr>
            {Object.values(t.logColumns).map((column) => (
              <th key={column} scope="col">
                {column}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {days.map(({ day, leads, clients, quarantined, registers }) => (
            <tr key={day}>
              <th scope="row">{formatDay(day)}</th>
              <td>{leads}</td>
              <td>{clients}</td>
              <td>{quarantined}</td>
              <td>{registers}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
