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
  /** False where messages only become files. */
  delivers: boolean;
  /** Queues a message and returns at once. */
  send(message: Message): void;
  /** Waits a short while for messages under way, then stops. */
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
