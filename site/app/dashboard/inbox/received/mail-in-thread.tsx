// A received mail in a lead's thread: sender marks, folded quotes, files, the move to another lead.
import { useState } from 'react';
import { useWriteMutation } from '../../screen/use-write-mutation.ts';
import { RichText } from '../../../texts/rich-text.tsx';
import { Badge } from '../../../ui/badge.tsx';
import { Button } from '../../../ui/button.tsx';
import { leadsQueryKey } from '../leads-cache.ts';
import type { Lead } from '../read-leads-page.ts';
import {
  FoldedText,
  ReceivedFiles,
  SenderWarning,
  assignMailToLead,
  useReceivedMailsOfLead,
  type ReceivedMail,
} from './received-mail.tsx';
import { AssignMailDialog } from './assign-mail-dialog.tsx';
import { receivedMailTexts as t } from './received-mail-texts.ts';
import styles from './mail.module.css';
import { inboxTexts } from '../inbox-texts.ts';

function Marks({ mail, leadId }: { mail: ReceivedMail; leadId: string }) {
  const [isMoving, setIsMoving] = useState(false);
  const confirm = useWriteMutation(assignMailToLead, leadsQueryKey, {
    form: `mail-${mail.id}`,
    about: inboxTexts.toastFor(mail.from_name || mail.from_address),
    done: t.confirmed,
  });
  const isUnsure = mail.state === 'guess' || mail.is_other_address;
  return (
    <div className="cluster gap-4-12">
      <Badge variant="outline">{t.byEmail}</Badge>
      <SenderWarning mail={mail} />
      {mail.state === 'guess' && <span>{t.guess}</span>}
      {mail.is_other_address && <span>{t.otherAddress(mail.from_address)}</span>}
      {isUnsure && (
        <Button
          busy={confirm.isPending}
          onClick={() => confirm.mutate({ mail: mail.id, lead: leadId })}
          variant="secondary"
        >
          {t.belongs}
        </Button>
      )}
      <Button onClick={() => setIsMoving(true)} variant="ghost">
        <RichText text={t.move(mail.from_name || mail.from_address)} />
      </Button>
      {isMoving && <AssignMailDialog mail={mail} onClose={() => setIsMoving(false)} />}
    </div>
  );
}

interface MailInThreadProps {
  lead: Lead;
  messageId: string;
  text: string;
}

/** A message that arrived by mail: its text with collapsed quotes, its files, and where it belongs. */
export default function MailInThread({ lead, messageId, text }: MailInThreadProps) {
  const { data: mails } = useReceivedMailsOfLead(lead.id, lead.replies.length);
  const mail = mails?.find(({ message_id: id }) => id === messageId);
  if (!mail) return <p className={styles.words}>{text}</p>;
  return (
    <>
      <FoldedText folds={mail.folds} text={text} />
      {mail.is_cut && <p className="muted">{mail.reason === 'unreadable' ? t.unreadable : t.cut}</p>}
      <ReceivedFiles mail={mail} />
      <Marks leadId={lead.id} mail={mail} />
    </>
  );
}
