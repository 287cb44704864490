import type { ClaimedMail } from './claim-mail.ts';
import { layOutMail } from './lay-out-mail.ts';
import type { WrittenMail } from './outgoing-mail.ts';
import type { Letterhead } from './write-reply.ts';

export interface Words {
  /** else it names kind and mail */
  messageId?: string;
  subject: string;
  sentences: readonly string[];
  /** `path` of this site */
  button: { label: string; path: string };
  /** why its reader gets it */
  reason: string;
}

/** A mail of some sentences and a button. `mail` says to whom. */
export function writeMail(
  mail: ClaimedMail,
  { agency, colours, siteUrl, domain }: Letterhead,
  { messageId, subject, sentences, button, reason }: Words,
): WrittenMail {
  return {
    messageId: messageId ?? `<${mail.kind}-${mail.id}@${domain}>`,
    to: mail.to_address ?? '',
    ...layOutMail({
      agency: agency.name,
      colours,
      subject,
      text: sentences.join('\n\n'),
      button: { label: button.label, href: siteUrl + button.path },
      reason,
    }),
    humanAuthored: false,
  };
}
