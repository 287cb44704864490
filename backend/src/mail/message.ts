// Types of a mail, with its checks before it is sent.
import type { PoolOrClient } from './queue-rows.ts';
import type { SendMailOptions } from 'nodemailer';

/** A mail to one recipient, with its final texts. */
export interface MailMessage {
  /** A bare address. */
  to: string;
  subject: string;
  text: string;
  html: string;
  /** For file names and the log, e.g. "recovery"; never personal data. */
  kind: string;
  /** `<left@right>`; generated if missing. A retried message keeps its id. */
  messageId?: string;
  replyTo?: { name: string; address: string };
  /** The envelope's sender, to which mail servers report failures; default: the sender. */
  returnPath?: string;
  /** Message-IDs; `references` is the thread, oldest first. */
  inReplyTo?: string;
  references?: string[];
  /** A page of this site whose POST needs no further confirmation (RFC 8058). */
  unsubscribeUrl?: string;
  /** iCalendar, added both as an alternative part with its method and as a file. */
  calendar?: { method: 'PUBLISH' | 'REQUEST' | 'CANCEL'; content: string };
  /** If false, the mail is marked as automatic. */
  humanAuthored?: boolean;
}

export interface AccountMailer {
  /** Runs in the transaction of `db`; the message expires after `ttlS` seconds. Call wake() after the commit. */
  enqueue(db: PoolOrClient, message: MailMessage, ttlS: number): Promise<void>;
  /** Delivers due messages in the background. */
  wake(): void;
  /** Call it after a rotation of the secret. Never throws. */
  reencrypt(): Promise<void>;
  /** Waits a short time for deliveries in progress. */
  close(): Promise<void>;
}

export interface MailMessageTransport {
  /** False if messages are only written to files. */
  delivers: boolean;
  /** Rejects on failure, with a PermanentMailError if a retry is useless. */
  deliver(message: MailMessage): Promise<void>;
  close(): void;
}

/** The mail server rejects the message itself. */
export class PermanentMailError extends Error {
  readonly permanent = true;
}

/** Excludes lists, groups and header injection. */
const oneAddress = /^[^\s,;:<>()[\]"\\]+@[^\s,;:<>()[\]"\\]+$/;

/** Throws a PermanentMailError unless the recipient is one bare address. */
export function toSendMailOptions(message: MailMessage, from: string): SendMailOptions {
  const {
    to,
    subject,
    text,
    html,
    messageId,
    replyTo,
    inReplyTo,
    references,
    humanAuthored,
    unsubscribeUrl,
    returnPath,
    calendar,
  } = message;
  if (!oneAddress.test(to)) {
    throw new PermanentMailError('refused', {
      cause: Object.assign(new Error('refused'), { code: 'bad_address' }),
    });
  }
  return {
    from,
    to: { name: '', address: to },
    subject,
    text,
    html,
    ...(messageId && { messageId }),
    ...(returnPath && { envelope: { from: returnPath, to } }),
    ...(replyTo && { replyTo }),
    ...(inReplyTo && { inReplyTo }),
    ...(references && { references }),
    ...(calendar && { icalEvent: { ...calendar, filename: 'invite.ics' } }),
    headers: {
      // Keeps vacation responders from replying (RFC 3834).
      ...(!humanAuthored && { 'Auto-Submitted': 'auto-generated' }),
      ...(unsubscribeUrl && {
        'List-Unsubscribe': `<${unsubscribeUrl}>`,
        'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
      }),
    },
  };
}
