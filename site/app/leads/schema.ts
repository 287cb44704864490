import * as z from 'zod/mini';

/** Which lead form: only the contact form requires a message. */
export type LeadKind = 'contact' | 'proposal';

/** The fields in the order in which they are checked: the first message of the first bad field is the one shown. */
export const leadFields = ['name', 'email', 'company', 'phone', 'message'] as const;
export type LeadField = (typeof leadFields)[number];
export type LeadValues = Record<LeadField, string>;

/** Lengths are UTF-16 units, counted after trimming and with LF line ends, in the browser as on the server. */
export const limits = { nameMin: 2, name: 100, email: 255, company: 200, phone: 20, message: 2000 } as const;

const cleaned = z.pipe(
  z.string(),
  // no database keeps the character 0
  z.transform((text) => text.replaceAll('\0', '').replaceAll(/\r\n?/g, '\n').trim()),
);
const orNull = z.transform((text: string) => (text === '' ? null : text));

const name = z.pipe(
  cleaned,
  z
    .string()
    .check(
      z.minLength(limits.nameMin, 'Name must be at least 2 characters'),
      z.maxLength(limits.name, 'Name must be less than 100 characters'),
    ),
);
const email = z.pipe(
  cleaned,
  z.email('Invalid email address').check(z.maxLength(limits.email, 'Email must be less than 255 characters')),
);
const company = z.pipe(
  cleaned,
  z.pipe(
    z.string().check(z.maxLength(limits.company, 'Company name must be less than 200 characters')),
    orNull,
  ),
);
const phone = z.pipe(
  cleaned,
  z.pipe(z.string().check(z.maxLength(limits.phone, 'Phone number must be less than 20 characters')), orNull),
);
const message = z.string().check(z.maxLength(limits.message, 'Message must be less than 2000 characters'));

const schemas = {
  contact: z.object({
    name,
    email,
    company,
    phone,
    message: z.pipe(cleaned, message.check(z.minLength(1, 'Message is required'))),
  }),
  proposal: z.object({ name, email, company, phone, message: z.pipe(cleaned, z.pipe(message, orNull)) }),
};

/** What is stored of a lead form: empty optional values are null. */
export interface CheckedLead {
  name: string;
  email: string;
  company: string | null;
  phone: string | null;
  message: string | null;
}

export interface LeadProblem {
  field: LeadField;
  /** the spec's message, for the toast */
  message: string;
}

export type LeadCheck = { ok: true; lead: CheckedLead } | { ok: false; problems: LeadProblem[] };

/** Checks a form by the spec's rules: the first problem of each field, fields in order. */
export function checkLead(kind: LeadKind, values: LeadValues): LeadCheck {
  const result = schemas[kind].safeParse(values);
  if (result.success) return { ok: true, lead: result.data };
  const problems = leadFields.flatMap((field) => {
    const issue = result.error.issues.find(({ path }) => path[0] === field);
    return issue ? [{ field, message: issue.message }] : [];
  });
  return { ok: false, problems };
}

/** Length as the limits count it, for the counter under the message. */
export function countedLength(text: string): number {
  return text.replaceAll(/\r\n?/g, '\n').trim().length;
}
