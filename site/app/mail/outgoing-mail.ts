import type { MailKind } from '../data/mail-kinds.ts';

export interface OutgoingMail {
  /** A bare address; anything else is rejected when sending. */
  to: string;
  subject: string;
  text: string;
  html: string;
  /** For file names and the log; no personal data. */
  kind: MailKind | 'test';
  /** `<left@right>`, derived from the content, so that a retry has the same. */
  messageId: string;
  replyTo?: { name: string; address: string };
  /** Where mail servers report that it could not be delivered; the sender without it. */
  returnPath?: string;
  inReplyTo?: string;
  references?: string[];
  /** Page that takes the address off our list by a POST; in the headers that mail programs show as a button. */
  unsubscribeUrl?: string;
  /** iCalendar, shown by mail programs as an event and attached as a file */
  calendar?: { method: 'PUBLISH' | 'REQUEST' | 'CANCEL'; content: string };
  humanAuthored: boolean;
}

/** As a writer returns it; the kind is that of the queue. */
export type WrittenMail = Omit<OutgoingMail, 'kind'>;

/**
 * Sends messages; provided by the server. `deliver` rejects on failure; an error with `permanent: true` must not be
 * retried.
 */
export interface MailTransport {
  /** False if messages are written to files. */
  delivers: boolean;
  deliver(mail: OutgoingMail): Promise<void>;
  close(): void;
}
