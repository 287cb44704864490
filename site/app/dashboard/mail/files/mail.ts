export interface MailSummary {
  /** The file's name. */
  id: string;
  /** `reply`, `digest`, or an account message such as `recovery`. */
  kind: string;
  to: string;
  subject: string;
  /** ISO 8601 */
  at: string;
}

/** A page of messages, newest first; `next` is the cursor of the following one. */
export interface MailPage {
  items: MailSummary[];
  next: string | null;
}

/** A whole message: headers and plain text, never its HTML. */
export interface OpenedMail extends MailSummary {
  headers: { name: string; value: string }[];
  text: string;
}

/** An error response: what is wrong, for the user. */
export interface MailProblem {
  problem: string;
}
