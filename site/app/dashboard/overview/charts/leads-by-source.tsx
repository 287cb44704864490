import { formatCount } from '../../../ui/format-count.ts';
import { ChartPanel } from './chart-panel.tsx';
import { chartTexts } from './chart-texts.ts';
import { useLeadsBySource, type SourceCount } from './lead-counts.ts';
import { nameOfSource, summarizeSources } from './summarize-leads.ts';
import styles from './charts.module.css';

const t = chartTexts.sources;
/** More bars are hard to compare; the table has the rest. */
const barsShown = 8;

/** The bar is all leads; its end that is filled is the qualified ones, which the words say as well. */
function SourceBars({ counts }: { counts: readonly SourceCount[] }) {
  const peak = Math.max(...counts.map(({ total }) => total));
  return (
    <ul className={styles.services}>
      {counts.slice(0, barsShown).map((count) => (
        <li key={nameOfSource(count)}>
          <span>
            <span>{nameOfSource(count)}</span>
            {count.qualified > 0 && (
              <span className="block muted text-15">{t.qualified(count.qualified)}</span>
            )}
          </span>
          <span className="figure font-bold">{formatCount(count.total)}</span>
          <svg aria-hidden="true">
            <rect className={styles.barAll} height="100%" width={`${(count.total / peak) * 100}%`} />
            <rect className={styles.bar} height="100%" width={`${(count.qualified / peak) * 100}%`} />
          </svg>
        </li>
      ))}
    </ul>
  );
}

export function LeadsBySource() {
  return (
    <ChartPanel
      renderChart={(counts) => <SourceBars counts={counts} />}
      id="leads-by-source"
      isEmpty={(counts) => counts.length === 0}
      query={useLeadsBySource()}
      table={{
        columns: [t.sourceColumn, t.leadsColumn, t.qualifiedColumn],
        rows: (counts) =>
          counts.map((count) => [
            nameOfSource(count),
            formatCount(count.total),
            formatCount(count.qualified),
          ]),
      }}
      summarize={summarizeSources}
      title={t.title}
    />
  );
}
