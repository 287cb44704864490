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
 * The way out of the house, given by whoever starts the worker. `deliver` rejects when it did not work; an error
 * with `permanent: true` says that another try is in vain.
 */
export interface Outlet {
  /** False where messages only become files. */
  delivers: boolean;
  deliver(mail: OutgoingMail): Promise<void>;
  close(): void;
}
