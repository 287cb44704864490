// The figures at the top of the overview: cards, leads by status.
import { Link } from 'react-router';
import { useLeadTotals } from '../inbox/toolbar/count-leads.ts';
import { mayReadLeads, useRoles } from '../../auth/session/roles.ts';
import { LoadFailedNotice } from '../screen/load-failed-notice.tsx';
import { classNames } from '../../ui/class-names.ts';
import { formatCount } from '../../ui/format-values.ts';
import { overviewTexts as t } from './overview-texts.ts';
import screenStyles from '../screen/screen.module.css';
import styles from './overview.module.css';
import { leadStatuses, leadStatusLabel, leadStatusShape, leadStatusVariant } from '../../lead/lead-status.ts';
import { Badge } from '../../ui/badge.tsx';
import { Panel } from '../screen/panel.tsx';
import { useQuery } from '@tanstack/react-query';
import type { ContentTableName } from '../../content/content-types.ts';
import { browserClient } from '../../data/browser-client.ts';

interface Stat {
  title: string;
  caption: string;
  value: number | undefined;
  /** the list with the counted records; null for an account without access */
  path: string | null;
}

function StatCard({ stat: { title, caption, value, path } }: { stat: Stat }) {
  return (
    <div className={styles.stat}>
      <dt className="font-semibold">{title}</dt>
      <dd aria-busy={value === undefined} className={styles.statValue}>
        {value === undefined ? (
          <>
            <span aria-hidden="true">–</span>
            <span className="sr-only">{t.stats.loading}</span>
          </>
        ) : path === null ? (
          formatCount(value)
        ) : (
          <Link
            aria-label={t.stats.linkLabel(formatCount(value), title)}
            className={styles.statLink}
            to={path}
          >
            {formatCount(value)}
          </Link>
        )}
      </dd>
      <dd className="small muted">{caption}</dd>
    </div>
  );
}

/** The four numbers of the overview. A failed count is never shown as 0. */
export function StatCards() {
  const services = useRecordCount('services');
  const leads = useLeadTotals();
  const categories = useRecordCount('categories');
  const { data: roles = [] } = useRoles();
  const failed = [services, leads, categories].filter((query) => query.isError);

  function inbox(search: string): string | null {
    return mayReadLeads(roles) ? `/dashboard/messages${search}` : null;
  }

  const stats: Stat[] = [
    { ...t.stats.services, value: services.data, path: '/dashboard/services' },
    { ...t.stats.leads, value: leads.data?.all, path: inbox('') },
    { ...t.stats.newLeads, value: leads.data?.new, path: inbox('?status=new') },
    { ...t.stats.categories, value: categories.data, path: '/dashboard/categories' },
  ];

  return (
    <>
      {failed.length > 0 && (
        <LoadFailedNotice
          busy={failed.some((query) => query.isFetching)}
          onRetry={() => {
            for (const query of failed) void query.refetch();
          }}
          text={t.stats.failed}
        />
      )}
      <dl className={classNames(styles.stats, screenStyles.panel)}>
        {stats.map((stat) => (
          <StatCard key={stat.title} stat={stat} />
        ))}
      </dl>
    </>
  );
}

export function LeadStatusCounts() {
  const { data } = useLeadTotals();
  const { data: roles = [] } = useRoles();
  const mayRead = mayReadLeads(roles);
  if (!data) return null;
  const count = (status: string): string => formatCount(data.byStatus.get(status) ?? 0);
  return (
    <Panel className={styles.card} id="lead-statuses" title={t.statuses.title}>
      <dl className={classNames('mt-12', styles.leadStatuses)}>
        {leadStatuses.map((status) => (
          <div className="flex min-h-44 items-center justify-between gap-16 hair-top" key={status}>
            <dt>
              <Badge shape={leadStatusShape(status)} variant={leadStatusVariant(status)}>
                {leadStatusLabel(status)}
              </Badge>
            </dt>
            <dd className="figure font-bold">
              {mayRead ? (
                <Link
                  aria-label={t.statuses.linkLabel(count(status), leadStatusLabel(status))}
                  className="link"
                  to={`/dashboard/messages?status=${status}`}
                >
                  {count(status)}
                </Link>
              ) : (
                count(status)
              )}
            </dd>
          </div>
        ))}
      </dl>
    </Panel>
  );
}

// Tables whose records can be counted.
type CountedTable = ContentTableName | 'categories';

async function countRecords(table: CountedTable): Promise<number> {
  const { count } = await browserClient()
    .from(table)
    .select('id', { count: 'exact', head: true })
    .throwOnError();
  return count ?? 0;
}

/** The number of records, including drafts. */
function useRecordCount(table: CountedTable) {
  return useQuery({ queryKey: [table, 'count'], queryFn: () => countRecords(table) });
}
