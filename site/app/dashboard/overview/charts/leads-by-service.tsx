import { ChartPanel } from './chart-panel.tsx';
import { useLeadsByService, type ServiceCount } from './lead-counts.ts';
import { percent, sumOf, summarizeServices } from './summarize-leads.ts';
import { classNames } from '../../../ui/class-names.ts';
import styles from './charts.module.css';

/** More bars are hard to compare; the table has the rest. */
const barsShown = 8;

function nameOf({ service }: ServiceCount): string {
  return service ?? 'No service specified';
}

function ServiceBars({ counts }: { counts: readonly ServiceCount[] }) {
  const peak = Math.max(...counts.map(({ total }) => total));
  return (
    <ul className={styles.services}>
      {counts.slice(0, barsShown).map((count) => (
        <li key={count.service ?? ''}>
          <span>{nameOf(count)}</span>
          <span className="figure">{count.total.toLocaleString('en-CA')}</span>
          <svg aria-hidden="true">
            <rect
              className={count.service === null ? classNames(styles.bar, styles.barNone) : styles.bar}
              height="100%"
              width={`${(count.total / peak) * 100}%`}
            />
          </svg>
        </li>
      ))}
    </ul>
  );
}

export function LeadsByService() {
  return (
    <ChartPanel
      renderChart={(counts) => <ServiceBars counts={counts} />}
      id="leads-by-service"
      isEmpty={(counts) => counts.length === 0}
      query={useLeadsByService()}
      table={{
        columns: ['Service', 'Leads', 'Share'],
        rows: (counts) =>
          counts.map((count) => [
            nameOf(count),
            count.total.toLocaleString('en-CA'),
            percent(count.total, sumOf(counts)),
          ]),
      }}
      summarize={summarizeServices}
      title="Leads by service"
    />
  );
}
