import { ChartPanel } from './chart-panel.tsx';
import { useLeadsByService, type ServiceCount } from './read-lately.ts';
import { percent, sumOf, tellServices } from './tell-leads.ts';

/** More bars than these make no picture; the table has the others. */
const barsShown = 8;

function nameOf({ service }: ServiceCount): string {
  return service ?? 'No service specified';
}

/** A bar a service, each with its words and its number beside it. */
function ServiceBars({ counts }: { counts: readonly ServiceCount[] }) {
  const peak = Math.max(...counts.map(({ total }) => total));
  return (
    <ul className="chart-services">
      {counts.slice(0, barsShown).map((count) => (
        <li key={count.service ?? ''}>
          <span>{nameOf(count)}</span>
          <span className="figure">{count.total.toLocaleString('en-CA')}</span>
          <svg aria-hidden="true">
            <rect
              className={count.service === null ? 'chart-bar chart-bar-none' : 'chart-bar'}
              height="100%"
              width={`${(count.total / peak) * 100}%`}
            />
          </svg>
        </li>
      ))}
    </ul>
  );
}

/** Which services the leads of the last 30 days asked for. */
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
      tell={tellServices}
      title="Leads by service"
    />
  );
}
