/** What a form carries besides the fields of a lead. */
export const hiddenFormFields = {
  scripted: 'scripted',
  /** made in the browser, one a submission */
  key: 'submission',
  /** when the form was first touched, from /form-hint */
  hint: 'hint',
  /** where the visit began, as the page's own script writes it: path and referrer */
  visit: 'visit',
  /** the optional box; its value is the version of its text */
  consent: 'consent',
  /** a plain name that neither people see nor autofill knows */
  honeypot: 'topic',
} as const;

/** What a submission carries besides its fields: where the visit began, and the value of the box. */
export type LeadExtras = Partial<Record<'visit' | 'consent', string>>;

/** Of a form that is sent: what its copy on the device keeps as well. An empty value is left out. */
export function readLeadExtras(form: FormData): LeadExtras {
  const extras = [hiddenFormFields.visit, hiddenFormFields.consent].map((name) => [
    name,
    String(form.get(name) ?? ''),
  ]);
  return Object.fromEntries(extras.filter(([, value]) => value)) as LeadExtras;
}
