import type { Queryable } from './queue-rows.ts';

/** One message to one recipient, with its final subject and texts. */
export interface Message {
  /** A bare address. */
  to: string;
  subject: string;
  text: string;
  html: string;
  /** For file names and the log, e.g. "recovery"; never personal. */
  kind: string;
  /** `<left@right>`; generated without it. A retried message keeps its own. */
  messageId?: string;
  /** Where replies go, if not to the sender. */
  replyTo?: { name: string; address: string };
  /** Message-IDs: of the message it replies to, and of the thread, oldest first. */
  inReplyTo?: string;
  references?: string[];
  /** Whether a person wrote it; otherwise it is marked as automatic. */
  humanAuthored?: boolean;
}

/** Sends messages in the background. */
export interface Mailer {
  /** Queues a message in the transaction of `db`; it expires after `ttlS` seconds. Call wake() after the commit. */
  enqueue(db: Queryable, message: Message, ttlS: number): Promise<void>;
  /** Delivers what is due, without waiting. */
  wake(): void;
  /** Waits a short while for deliveries under way; the others stay queued. */
  close(): Promise<void>;
}

/** Delivers one message; rejects on failure. */
export interface Transport {
  /** False where messages only become files. */
  delivers: boolean;
  /** Rejects with a PermanentFailure where a retry is useless. */
  deliver(message: Message): Promise<void>;
  close(): void;
}

/** The mail server rejects the message itself. */
export class PermanentFailure extends Error {
  readonly permanent = true;
}
