import { classNames } from '../../../ui/class-names.ts';
import { formatCount } from '../../../ui/format-count.ts';
import { ChartPanel } from './chart-panel.tsx';
import { chartTexts } from './chart-texts.ts';
import { useLeadsByService, type ServiceCount } from './lead-counts.ts';
import { percent, sumOf, summarizeServices } from './summarize-leads.ts';
import styles from './charts.module.css';

const t = chartTexts.services;
/** More bars are hard to compare; the table has the rest. */
const barsShown = 8;

function nameOf({ service }: ServiceCount): string {
  return service ?? t.unspecified;
}

function ServiceBars({ counts }: { counts: readonly ServiceCount[] }) {
  const peak = Math.max(...counts.map(({ total }) => total));
  return (
    <ul className={styles.services}>
      {counts.slice(0, barsShown).map((count) => (
        <li key={count.service ?? ''}>
          <span>{nameOf(count)}</span>
          <span className="figure font-bold">{formatCount(count.total)}</span>
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
        columns: [t.serviceColumn, t.leadsColumn, t.shareColumn],
        rows: (counts) =>
          counts.map((count) => [
            nameOf(count),
            formatCount(count.total),
            percent(count.total, sumOf(counts)),
          ]),
      }}
      summarize={summarizeServices}
      title={t.title}
    />
  );
}
