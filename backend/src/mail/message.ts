/** One message to one person. The subject and both forms of the text are finished. */
export interface Message {
  /** A bare address. */
  to: string;
  subject: string;
  text: string;
  html: string;
  /** For the file's name and the log, e.g. "recovery"; never personal. */
  kind: string;
  /** `<left@right>`; one is made without it. The same message tried again keeps its own. */
  messageId?: string;
  /** Whom an answer goes to, where that is not the sender. */
  replyTo?: { name: string; address: string };
  /** Message-IDs of what it answers, and of the conversation so far, oldest first. */
  inReplyTo?: string;
  references?: string[];
  /** Whether a person wrote it; otherwise it says that a machine did. */
  humanAuthored?: boolean;
}

/** Where messages leave the house. */
export interface Mailer {
  /**
   * Whether messages reach people. False where they only become files.
   */
  delivers: boolean;
  /** Takes a message over and returns at once; whoever asked for it never waits for a mail server. */
  send(message: Message): void;
  /** Gives what is under way a short while, then stops. */
  close(): Promise<void>;
}

/** A way to hand over one message; rejects when it did not work. */
export interface Transport {
  /** Whether messages reach people. False where they only become files. */
  delivers: boolean;
  /** Rejects with a PermanentFailure where another try is in vain. */
  deliver(message: Message): Promise<void>;
  close(): void;
}

/** The message itself was refused. */
export class PermanentFailure extends Error {
  readonly permanent = true;
}
