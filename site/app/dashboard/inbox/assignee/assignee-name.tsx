import { useSignedIn } from '../../../auth/session/session-store.ts';
import { RichText } from '../../../texts/rich-text.tsx';
import { Icon } from '../../../ui/icon.tsx';
import type { Lead } from '../read-lead-page.ts';
import { assigneeTexts as t } from './assignee-texts.ts';
import { useColleagues } from './use-colleagues.ts';
import styles from './assignee.module.css';

/** Who is responsible for a lead, in a word beside its badges; nothing where nobody is. */
export function AssigneeName({ lead }: { lead: Lead }) {
  const { id } = useSignedIn().user;
  const { assignee_id: assignee } = lead;
  const { data } = useColleagues(assignee !== null && assignee !== id);
  if (assignee === null || (assignee !== id && data === undefined)) return null;
  const name =
    assignee === id ? t.me : (data?.find((colleague) => colleague.id === assignee)?.name ?? t.former);
  return (
    <span className={styles.name}>
      <Icon name="user" />
      <span>
        <RichText text={t.shown(name)} />
      </span>
    </span>
  );
}
