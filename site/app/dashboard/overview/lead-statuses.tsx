import { Link } from 'react-router';
import { leadStatuses, statusLabel, statusShape, statusVariant } from '../../lead/lead-status.ts';
import { useLeadTotals } from '../inbox/use-lead-totals.ts';
import { mayReadLeads, useRoles } from '../../auth/session/roles.ts';
import { Badge } from '../../ui/badge.tsx';
import { Panel } from '../screen/panel.tsx';
import styles from './overview.module.css';

export function LeadStatuses() {
  const { data } = useLeadTotals();
  const { data: roles = [] } = useRoles();
  const mayRead = mayReadLeads(roles);
  if (!data) return null;
  const count = (status: string): string => (data.byStatus.get(status) ?? 0).toLocaleString('en-CA');
  return (
    <Panel className={styles.card} id="lead-statuses" title="Leads by status">
      <dl className={styles.leadStatuses}>
        {leadStatuses.map((status) => (
          <div key={status}>
            <dt>
              <Badge shape={statusShape(status)} variant={statusVariant(status)}>
                {statusLabel(status)}
              </Badge>
            </dt>
            <dd className="figure">
              {mayRead ? (
                <Link
                  aria-label={`${count(status)} ${statusLabel(status)}`}
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
