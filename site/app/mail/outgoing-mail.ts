/** One finished message to one address. */
export interface OutgoingMail {
  /** A bare address; whatever is not one is refused on the way out. */
  to: string;
  subject: string;
  text: string;
  html: string;
  /** For names of files and the log; never personal. */
  kind: 'reply' | 'new-leads' | 'recovery-code';
  /** `<left@right>`, made of what the message is about: a second try carries the same. */
  messageId: string;
  replyTo?: { name: string; address: string };
  inReplyTo?: string;
  references?: string[];
  humanAuthored: boolean;
}

/**
 * Delivers finished messages; the server that starts the worker provides it. `deliver` rejects on failure; an error
 * with `permanent: true` must not be retried.
 */
export interface MailTransport {
  /** False where messages only become files. */
  delivers: boolean;
  deliver(mail: OutgoingMail): Promise<void>;
  close(): void;
}
