/** One message in the folder, as the list shows it. */
export interface MailSummary {
  /** The file's name. */
  id: string;
  /** What it is: `reply`, `new-leads`, or a message about an account such as `recovery`. */
  kind: string;
  to: string;
  subject: string;
  /** When it was written, ISO 8601. */
  at: string;
}

/** One page of the folder, newest first; `next` is where the following one begins. */
export interface MailPage {
  items: MailSummary[];
  next: string | null;
}

/** A message that was opened: its headers and its plain text, never its markup. */
export interface OpenedMail extends MailSummary {
  headers: { name: string; value: string }[];
  text: string;
}

/** In place of an answer: what is wrong, in words. */
export interface MailProblem {
  problem: string;
}
