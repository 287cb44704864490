// Describes received mail: bytes in, a plain description out. ../README.md says what it promises.
export { createMailReader, type MailReader, type MailReaderOptions } from './create-mail-reader.ts';
export type {
  DeliveryFailure,
  MailDescription,
  MailAttachment,
  ReceivedMailHead,
  ReceivedMailKind,
  ReplyContext,
  SenderCheckResult,
} from './mail-description.ts';
export { mailReaderLimits } from './mail-reader-limits.ts';
export type { OwnMail } from './own-mail.ts';
export { readMailAttachment } from './parse/mail-attachments.ts';
export { findMailBody, maxMailHeadBytes } from './parse/read-mail-headers.ts';
export type { SenderCheckSettings } from './sender/check-sender.ts';
