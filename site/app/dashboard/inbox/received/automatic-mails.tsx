// The automatic mails of a lead, such as bounces or out-of-office replies, folded in the thread.
import { RichText } from '../../../texts/rich-text.tsx';
import { Button } from '../../../ui/button.tsx';
import { classNames } from '../../../ui/class-names.ts';
import { Icon } from '../../../ui/icon.tsx';
import screenStyles from '../../screen/screen.module.css';
import { MutedTime } from '../../screen/shown-times.tsx';
import { useWriteMutation } from '../../screen/use-write-mutation.ts';
import { leadsQueryKey } from '../leads-cache.ts';
import { leadTitleId } from '../leads/list-position.tsx';
import type { Lead } from '../read-leads-page.ts';
import {
  FoldedText,
  ReceivedFiles,
  assignMailToLead,
  useReceivedMailsOfLead,
  type ReceivedMail,
} from './received-mail.tsx';
import { receivedMailTexts as t } from './received-mail-texts.ts';
import styles from './mail.module.css';
import { inboxTexts } from '../inbox-texts.ts';

/** One of them. If a person wrote it, it becomes a message of the thread, and the lead waits since it arrived. */
function AutomaticMail({ lead, mail }: { lead: Lead; mail: ReceivedMail }) {
  const move = useWriteMutation(assignMailToLead, leadsQueryKey, {
    form: `mail-${mail.id}`,
    about: inboxTexts.toastFor(mail.from_name || mail.from_address),
    done: t.addedToConversation(lead.name),
    // The button disappears with the mail.
    onSuccess: () => document.getElementById(leadTitleId(lead.id))?.focus(),
  });
  return (
    <li>
      <p className="cluster gap-4-12">
        <strong>
          <bdi>{mail.subject || mail.from_address}</bdi>
        </strong>
        <MutedTime timestamp={mail.created_at} withTime />
      </p>
      <FoldedText folds={mail.folds} text={mail.body} />
      <ReceivedFiles mail={mail} />
      <Button
        busy={move.isPending}
        busyText={t.addingToConversation}
        onClick={() => move.mutate({ mail: mail.id, lead: lead.id })}
        variant="secondary"
      >
        <RichText text={t.fromPerson(mail.from_name || mail.from_address)} />
      </Button>
    </li>
  );
}

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
      <ul className="stack gap-16">
        {automatic.map((mail) => (
          <AutomaticMail key={mail.id} lead={lead} mail={mail} />
        ))}
      </ul>
    </details>
  );
}
