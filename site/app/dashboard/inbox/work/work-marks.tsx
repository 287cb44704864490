import { AssigneeName } from '../assignee/assignee-name.tsx';
import type { Lead } from '../read-lead-page.ts';
import { describeWork } from './describe-work.ts';
import styles from './work.module.css';

/** What a lead asks of the reader, and who is responsible for it, in one line of words after its badges. */
export function WorkMarks({ lead }: { lead: Lead }) {
  const marks = lead.work ? describeWork(lead.work) : [];
  if (marks.length === 0 && lead.assignee_id === null) return null;
  const accent = marks.find(({ isUrgent }) => isUrgent);
  return (
    <span className={styles.marks}>
      {marks.map((mark) => (
        <span className={styles.mark} data-urgent={mark === accent || undefined} key={mark.text}>
          {mark.text}
        </span>
      ))}
      <AssigneeName lead={lead} />
    </span>
  );
}
