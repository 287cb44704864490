import { Link } from 'react-router';
import { leadStatuses, statusLabel, statusShape, statusVariant } from '../../lead/lead-status.ts';
import { useLeadTotals } from '../inbox/list/count-leads.ts';
import { mayReadLeads, useRoles } from '../../auth/session/roles.ts';
import { Badge } from '../../ui/badge.tsx';
import { formatCount } from '../../ui/format-count.ts';
import { Panel } from '../screen/panel.tsx';
import { overviewTexts } from './overview-texts.ts';
import styles from './overview.module.css';

const t = overviewTexts.statuses;

export function LeadStatuses() {
  const { data } = useLeadTotals();
  const { data: roles = [] } = useRoles();
  const mayRead = mayReadLeads(roles);
  if (!data) return null;
  const count = (status: string): string => formatCount(data.byStatus.get(status) ?? 0);
  return (
    <Panel className={styles.card} id="lead-statuses" title={t.title}>
      <dl className={styles.leadStatuses}>
        {leadStatuses.map((status) => (
          <div className="flex min-h-44 items-center justify-between gap-16 hair-top" key={status}>
            <dt>
              <Badge shape={statusShape(status)} variant={statusVariant(status)}>
                {statusLabel(status)}
              </Badge>
            </dt>
            <dd className="figure font-bold">
              {mayRead ? (
                <Link
                  aria-label={t.linkLabel(count(status), statusLabel(status))}
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
