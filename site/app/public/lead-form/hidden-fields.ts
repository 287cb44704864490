/** Names of the hidden fields of a form. */
export const hiddenFormFields = {
  scripted: 'scripted',
  /** created in the browser, one per submission */
  key: 'submission',
  /** when the form was first touched, from /form-hint */
  hint: 'hint',
  /** where the visit began, written by the page's inline script: path and referrer */
  visit: 'visit',
  /** the optional box; its value is the version of its text */
  consent: 'consent',
  /** an inconspicuous name that is neither visible nor known to autofill */
  honeypot: 'topic',
} as const;

/** Values of a submission that are not fields of the lead: where the visit began, and the consent box. */
export type LeadSubmissionExtras = Partial<Record<'visit' | 'consent', string>>;

/** Reads them from a form. They are also stored with the copy on the device. Empty values are left out. */
export function readLeadExtras(form: FormData): LeadSubmissionExtras {
  const extras = [hiddenFormFields.visit, hiddenFormFields.consent].map((name) => [
    name,
    String(form.get(name) ?? ''),
  ]);
  return Object.fromEntries(extras.filter(([, value]) => value)) as LeadSubmissionExtras;
}
