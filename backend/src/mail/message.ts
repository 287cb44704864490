// A mail before it is sent.
import type { QueueClient } from './queue-rows.ts';
import type { SendMailOptions } from 'nodemailer';

/** To one recipient, with its final texts. */
export interface MailMessage {
  /** A bare address. */
  to: string;
  subject: string;
  text: string;
  html: string;
  /** For file names and the log, e.g. "recovery"; never personal. */
  kind: string;
  /** `<left@right>`; generated without it. A retried message keeps its own. */
  messageId?: string;
  replyTo?: { name: string; address: string };
  /** Of the envelope: where mail servers report failures; the sender without it. */
  returnPath?: string;
  /** Message-IDs; `references` is the thread, oldest first. */
  inReplyTo?: string;
  references?: string[];
  /** A page of ours that takes a POST without asking anything more (RFC 8058). */
  unsubscribeUrl?: string;
  /** iCalendar: an alternative part with its method, and a file. */
  calendar?: { method: 'PUBLISH' | 'REQUEST' | 'CANCEL'; content: string };
  /** Otherwise it is marked as automatic. */
  humanAuthored?: boolean;
}

export interface Mailer {
  /** In the transaction of `db`; expires after `ttlS` seconds. Call wake() after the commit. */
  enqueue(db: QueueClient, message: MailMessage, ttlS: number): Promise<void>;
  /** Delivers what is due, in the background. */
  wake(): void;
  /** After a rotation of the secret. Never throws. */
  reencrypt(): Promise<void>;
  /** Waits a short while for deliveries under way. */
  close(): Promise<void>;
}

export interface MessageTransport {
  /** False where messages only become files. */
  delivers: boolean;
  /** Rejects on failure, with a PermanentMailError where a retry is useless. */
  deliver(message: MailMessage): Promise<void>;
  close(): void;
}

/** The mail server rejects the message itself. */
export class PermanentMailError extends Error {
  readonly permanent = true;
}

/** No list, group or header. */
const ONE_ADDRESS = /^[^\s,;:<>()[\]"\\]+@[^\s,;:<>()[\]"\\]+$/;

/** Throws a PermanentMailError unless the recipient is one bare address. */
export function composeMailMessage(message: MailMessage, from: string): SendMailOptions {
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
  if (!ONE_ADDRESS.test(to)) {
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
