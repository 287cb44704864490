import { Link } from 'react-router';
import { statusLabel, statusOrNew } from '../../../lead/lead-status.ts';
import { RichText } from '../../../texts/rich-text.tsx';
import { formatLeadDay } from '../card/lead-time.tsx';
import type { Lead } from '../read-lead-page.ts';
import { useWant } from './is-wanted.ts';
import { personAddress } from './person-address.ts';
import { relatedLeadsTexts as t } from './related-leads-texts.ts';
import type { RelatedRequests } from './related-requests.ts';
import styles from './person.module.css';

function describeTotal({ total, requests }: RelatedRequests, leadAt: string): string {
  if (total > 100) return t.otherMany;
  const earlier = requests.filter(({ created_at: at }) => Date.parse(at) <= Date.parse(leadAt)).length;
  if (earlier === total) return t.earlier(total);
  return earlier === 0 && requests.length === total ? t.later(total) : t.other(total);
}

/** "2 earlier requests" on an open card, each with a link to its own card; nothing where there are none. */
export function OtherRequests({ lead, related }: { lead: Lead; related: RelatedRequests | undefined }) {
  useWant();
  if (!related || lead.erased_at) return null;
  return (
    <details className={styles.others}>
      <summary>{describeTotal(related, lead.created_at)}</summary>
      <ul className={styles.requests}>
        {related.requests.map((request) => (
          <li key={request.id}>
            <Link className="link" to={personAddress(lead.id, request.id)}>
              {t.request(formatLeadDay(request.created_at), request.service_name ?? '')}
            </Link>{' '}
            <span className={styles.status}>{statusLabel(statusOrNew(request.status))}</span>
            <span className="truncate block">{request.words ?? t.noText}</span>
          </li>
        ))}
      </ul>
      <Link className="text-link" to={personAddress(lead.id)}>
        <span>
          <RichText text={t.showAll(lead.name)} />
        </span>
      </Link>
    </details>
  );
}
