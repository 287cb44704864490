import { Link } from 'react-router';
import { useRecordCount } from '../content/use-record-count.ts';
import { useLeadTotals } from '../inbox/use-lead-totals.ts';
import { mayReadLeads, useRoles } from '../../auth/session/roles.ts';
import { ListFailed } from '../screen/list-failed.tsx';
import { classNames } from '../../ui/class-names.ts';
import styles from './overview.module.css';

interface Stat {
  title: string;
  caption: string;
  value: number | undefined;
  /** the list that it counts; null for an account without access */
  path: string | null;
}

function StatCard({ stat: { title, caption, value, path } }: { stat: Stat }) {
  return (
    <div className={styles.stat}>
      <dt>{title}</dt>
      <dd aria-busy={value === undefined} className={styles.statValue}>
        {value === undefined ? (
          <>
            <span aria-hidden="true">–</span>
            <span className="sr-only">Loading</span>
          </>
        ) : path === null ? (
          value.toLocaleString('en-CA')
        ) : (
          <Link
            aria-label={`${value.toLocaleString('en-CA')} ${title}`}
            className={styles.statLink}
            to={path}
          >
            {value.toLocaleString('en-CA')}
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
    {
      title: 'Total Services',
      caption: 'Published and draft services',
      value: services.data,
      path: '/dashboard/services',
    },
    { title: 'Total Leads', caption: 'All time lead submissions', value: leads.data?.all, path: inbox('') },
    { title: 'New Leads', caption: 'Awaiting follow-up', value: leads.data?.new, path: inbox('?status=new') },
    {
      title: 'Categories',
      caption: 'Service categories',
      value: categories.data,
      path: '/dashboard/categories',
    },
  ];

  return (
    <>
      {failed.length > 0 && (
        <ListFailed
          busy={failed.some((query) => query.isFetching)}
          onRetry={() => {
            for (const query of failed) void query.refetch();
          }}
          text="We couldn't load these numbers."
        />
      )}
      <dl className={classNames(styles.stats, 'panel')}>
        {stats.map((stat) => (
          <StatCard key={stat.title} stat={stat} />
        ))}
      </dl>
    </>
  );
}
