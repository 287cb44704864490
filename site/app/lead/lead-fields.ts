/** Which lead form: only the contact form requires a message. */
export type LeadKind = 'contact' | 'proposal';

/** The fields in the order in which they are checked: the first message of the first bad field is the one shown. */
export const leadFields = ['name', 'email', 'company', 'phone', 'message'] as const;
export type LeadField = (typeof leadFields)[number];
export type LeadValues = Record<LeadField, string>;

/** Lengths are UTF-16 units, counted after trimming and with LF line ends, in the browser as on the server. */
export const limits = { nameMin: 2, name: 100, email: 255, company: 200, phone: 20, message: 2000 } as const;

export interface LeadProblem {
  field: LeadField;
  /** the spec's message, for the toast */
  message: string;
  /** how to mend it, for the field and the summary (instructions.ts) */
  instruction: string;
}

/** Length as the limits count it, for the counter under the message. */
export function countedLength(text: string): number {
  return text.replaceAll(/\r\n?/g, '\n').trim().length;
}
