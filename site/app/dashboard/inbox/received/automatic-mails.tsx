// The automatic mails of a lead, such as bounces or out-of-office replies, folded in the thread.
import { classNames } from '../../../ui/class-names.ts';
import { Icon } from '../../../ui/icon.tsx';
import screenStyles from '../../screen/screen.module.css';
import { ViewerZoneTime } from '../../screen/shown-times.tsx';
import type { Lead } from '../read-leads-page.ts';
import { FoldedText, ReceivedFiles, useReceivedMailsOfLead } from './received-mail.tsx';
import { receivedMailTexts as t } from './received-mail-texts.ts';
import styles from './mail.module.css';

/** Out-of-office replies, bounces and the like: stored with the thread, collapsed, and needing no reply. */
export default function AutomaticMails({ lead }: { lead: Lead }) {
  const { data: mails } = useReceivedMailsOfLead(lead.id, lead.replies.length);
  const automatic = mails?.filter(({ message_id: id }) => id === null) ?? [];
  if (automatic.length === 0) return null;
  return (
    <details className={classNames(styles.folded, screenStyles.disclosure)}>
      <summary>
        <span>{t.automatic(automatic.length)}</span>
        <Icon name="chevron-down" />
      </summary>
      <ul>
        {automatic.map((mail) => (
          <li key={mail.id}>
            <p className="cluster gap-4-12">
              <strong>{mail.subject || mail.from_address}</strong>
              <ViewerZoneTime timestamp={mail.created_at} withTime />
            </p>
            <FoldedText folds={mail.folds} text={mail.body} />
            <ReceivedFiles mail={mail} />
          </li>
        ))}
      </ul>
    </details>
  );
}
