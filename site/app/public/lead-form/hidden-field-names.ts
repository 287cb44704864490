/** Names of the hidden fields of a form. */
export const hiddenFieldNames = {
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
export type VisitAndConsent = Partial<Record<'visit' | 'consent', string>>;

/** Reads them from a form. They are also stored with the copy on the device. Empty values are left out. */
export function readVisitAndConsent(form: FormData): VisitAndConsent {
  const extras = [hiddenFieldNames.visit, hiddenFieldNames.consent].map((name) => [
    name,
    String(form.get(name) ?? ''),
  ]);
  return Object.fromEntries(extras.filter(([, value]) => value)) as VisitAndConsent;
}
