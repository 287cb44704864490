/**
 * What a mail is. `person`: someone wrote it. `doubt`: someone may have, so a person should look at it. The others need
 * no attention: an automatic reply, a mailing list, the caller's own mail, a report or notification, a report of failed
 * delivery. `unreadable`: only its head was read.
 */
export type ReceivedMailKind =
  | 'person'
  | 'doubt'
  | 'auto-reply'
  | 'list'
  | 'own'
  | 'notice'
  | 'bounce'
  | 'unreadable';

/** Why a mail of the caller was not delivered, by the status code of the mail server (RFC 3463). */
export interface DeliveryFailure {
  reason: 'noMailbox' | 'full' | 'closed' | 'tooLarge' | 'unreachable' | 'refused' | 'other';
  /** `5.1.1` or `550`; empty if the report has none */
  status: string;
  /** what the mail server said, without addresses, at most 160 characters; null if it said nothing */
  diagnostic: string | null;
}

/** A file of a mail. Its name is safe for a file system, its type detected from its bytes. */
export interface MailAttachment {
  /** the position that `readMailAttachment` expects, from 0 */
  part: number;
  /** at most 150 characters, without folders and control characters; never empty */
  name: string;
  mediaType: string;
  sizeBytes: number;
}

/**
 * Whether a mail comes from the domain in its From header, as DMARC defines it; `unchecked` if the look-up failed or
 * only the head was read.
 */
export type SenderCheckResult = 'confirmed' | 'unconfirmed' | 'unchecked';

/** What the head of a mail says about the mails that it answers. */
export interface ReceivedMailHead {
  /** tags of the reply address in the addresses that the mail was sent to: lower case, at most 20 of 60 characters */
  tags: string[];
  /** Message-IDs of the mails to which it replies, the nearest first, at most 100 */
  references: string[];
  /** `unknown@unknown.invalid` if there is none */
  fromAddress: string;
}

export interface MailDescription {
  kind: ReceivedMailKind;
  /** as in ReceivedMailHead; of a bounce, `references` begins with the returned mails */
  tags: string[];
  references: string[];
  /** 64 hexadecimal digits: the same for a mail that arrives twice, in different ways */
  contentKey: string;
  messageId: string | null;
  /** not proven to be the sender's: see `senderCheck` */
  fromAddress: string;
  /** at most 200 characters, on one line */
  fromName: string;
  /** at most 500 characters, on one line */
  subject: string;
  /** plain text, with lines that end with \n */
  body: string;
  /**
   * The lines of `body` that are quotations and signatures: pairs of the first line and the line after the last, from
   * 0. Never all lines, and in doubt a line is left out.
   */
  folds: number[];
  /** Whether `body` or `files` is not complete. */
  isCut: boolean;
  /** ISO 8601; null if the date is missing, invalid or later than tomorrow */
  sentAt: string | null;
  sizeBytes: number;
  /** of a bounce alone; null while the mail server still tries */
  failure: DeliveryFailure | null;
  files: MailAttachment[];
  senderCheck: SenderCheckResult;
}

/** What is known about the mail to which a received mail replies. It makes kind and folds more exact. */
export interface ReplyContext {
  /** Whether the received mail replies to one of the caller's mails. */
  isReply: boolean;
  /** messages that the received mail may quote */
  texts: readonly string[];
}

export const noReplyContext: ReplyContext = { isReply: false, texts: [] };
