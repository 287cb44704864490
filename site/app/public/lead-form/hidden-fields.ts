/** What a form carries besides the fields of a lead. */
export const hiddenFields = {
  scripted: 'scripted',
  /** made in the browser, one a submission */
  key: 'submission',
  /** when the form was first touched, from /form-hint */
  hint: 'hint',
  /** where the visit began, as the page's own script writes it: path and referrer */
  visit: 'visit',
  /** a plain name that neither people see nor autofill knows */
  honeypot: 'topic',
} as const;
