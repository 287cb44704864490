// Turns what the mail reader found into the argument of receive_mail.
import type { DeliveryFailure, MailDescription } from '@fairlead/mail-reader';
import { mailInTexts } from '../../site/app/mail/mail-texts.ts';
import { parseReplyTag } from '../../site/app/mail/reply-address.ts';
import { mailInLimits } from '../settings/mail-in-settings.ts';

/** The argument of receive_mail, except `id`, `way` and `received_at`. */
export type MailToReceive = ReturnType<typeof prepareMailToReceive>;

const { bounces } = mailInTexts;

/** For staff. */
function describeFailure({ reason, status, diagnostic }: DeliveryFailure): string {
  const problem = bounces[reason](status);
  return diagnostic === null ? problem : `${problem} ${bounces.said(diagnostic)}`;
}

export function prepareMailToReceive(mail: MailDescription) {
  return {
    kind: mail.kind,
    tokens: mail.tags.map(parseReplyTag),
    mail_ids: mail.references,
    content_key: mail.contentKey,
    mail_id: mail.messageId,
    from_address: mail.fromAddress,
    from_name: mail.fromName,
    subject: mail.subject,
    body: mail.body,
    folds: mail.folds,
    is_cut: mail.isCut,
    sent_at: mail.sentAt,
    size_bytes: mail.sizeBytes,
    ...(mail.failure && { problem: describeFailure(mail.failure) }),
    // Which types can be downloaded is decided when they are shown (site/app/data/is-downloadable-file.ts).
    files: mail.files.map(({ part, name, mediaType, sizeBytes }) => ({
      part,
      name,
      media_type: mediaType,
      size_bytes: sizeBytes,
      refused: sizeBytes > mailInLimits.fileBytes ? 'too-large' : null,
    })),
    sender_check: mail.senderCheck,
  };
}
