import { AssigneeSelect } from '../assignee/assignee-select.tsx';
import { RevokeLinks } from '../links/revoke-links.tsx';
import type { Lead } from '../read-lead-page.ts';
import styles from './tools.module.css';

/** What is done with a lead now and then; loaded when it is first opened. */
export default function LeadTools({ lead }: { lead: Lead }) {
  return (
    <div className={styles.tools}>
      <AssigneeSelect lead={lead} />
      {lead.email && <RevokeLinks lead={lead} />}
    </div>
  );
}
