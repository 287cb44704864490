import { Badge } from '../../../ui/badge.tsx';
import { receivedMailTexts } from './received-mail-texts.ts';
import type { ReceivedMail } from './read-received-mails.ts';

/** Said where the domain that a mail names as its sender did not send it, or could not be asked. */
export function SenderMark({ mail }: { mail: ReceivedMail }) {
  if (mail.sender_check === 'unconfirmed')
    return <Badge variant="land">{receivedMailTexts.sender.unconfirmed}</Badge>;
  if (mail.sender_check === 'unchecked') return <span>{receivedMailTexts.sender.unchecked}</span>;
  return null;
}
