import { AssigneeSelect } from '../assignee/assignee-select.tsx';
import { RevokeLinks } from '../links/revoke-links.tsx';
import { NoteForm } from '../notes/note-form.tsx';
import type { Lead } from '../read-lead-page.ts';
import { FollowUp } from '../work/follow-up.tsx';
import { LogMessage } from '../work/log-message.tsx';
import { WorkButtons } from '../work/work-buttons.tsx';
import styles from './tools.module.css';

/** What is done with a lead now and then; loaded when it is first opened. */
export default function LeadTools({ lead }: { lead: Lead }) {
  return (
    <>
      <div className={styles.tools}>
        <div className="stack gap-8">
          <AssigneeSelect lead={lead} />
          <WorkButtons lead={lead} />
          {lead.email && <RevokeLinks lead={lead} />}
        </div>
        <FollowUp lead={lead} />
        <NoteForm lead={lead} />
      </div>
      <LogMessage lead={lead} />
    </>
  );
}
