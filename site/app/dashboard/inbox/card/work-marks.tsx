import { Fragment } from 'react';
import { Icon } from '../../../ui/icon.tsx';
import type { Lead } from '../read-lead-page.ts';
import { describeWork } from './describe-work.ts';
import styles from './work.module.css';
import { useSignedIn } from '../../../auth/session/session-store.ts';
import { RichText } from '../../../texts/rich-text.tsx';
import { assigneeTexts as t } from './assignee-texts.ts';
import { useColleagues } from './use-colleagues.ts';
import assigneeNameStyles from './assignee.module.css';

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

/** Who is responsible for a lead, in a word beside its badges; nothing where nobody is. */
function AssigneeName({ lead }: { lead: Lead }) {
  const { id } = useSignedIn().user;
  const { assignee_id: assignee } = lead;
  const { data } = useColleagues(assignee !== null && assignee !== id);
  if (assignee === null || (assignee !== id && data === undefined)) return null;
  const name =
    assignee === id ? t.me : (data?.find((colleague) => colleague.id === assignee)?.name ?? t.former);
  return (
    <span className={assigneeNameStyles.name}>
      <Icon name="user" />
      <span>
        <RichText text={t.shown(name)} />
      </span>
    </span>
  );
}
