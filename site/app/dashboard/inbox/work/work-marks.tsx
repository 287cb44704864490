import type { Lead } from '../read-lead-page.ts';
import { describeWork } from './describe-work.ts';
import styles from './work.module.css';

/** What a lead asks of whoever looks at it, in words beside its badges. */
export function WorkMarks({ lead }: { lead: Lead }) {
  if (!lead.work) return null;
  return describeWork(lead.work).map(({ text, isUrgent }) => (
    <span className={styles.mark} data-urgent={isUrgent || undefined} key={text}>
      {text}
    </span>
  ));
}
