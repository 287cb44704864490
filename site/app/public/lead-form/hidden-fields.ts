/** What a form carries besides the visitor's five fields. */
export const hiddenFields = {
  scripted: 'scripted',
  /** made in the browser, one a submission */
  key: 'submission',
  /** when the form was first touched, from /form-hint */
  hint: 'hint',
  /** a plain name on purpose: nobody sees this field, and no browser knows what to fill in there */
  trap: 'topic',
} as const;
