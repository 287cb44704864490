import { Fragment } from 'react';
import { Icon } from '../../../ui/icon.tsx';
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
        <Fragment key={mark.text}>
          <span className={styles.mark} data-urgent={mark === accent || undefined}>
            {mark.short === undefined ? (
              mark.text
            ) : (
              <>
                <span className={styles.words}>{mark.text}</span>
                <span aria-hidden="true" className={styles.short}>
                  <Icon name={mark.isUrgent ? 'warning' : 'clock'} />
                  <span>{mark.short}</span>
                </span>
              </>
            )}
          </span>
          <span className={styles.dot}> </span>
        </Fragment>
      ))}
      <AssigneeName lead={lead} />
    </span>
  );
}
