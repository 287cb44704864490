import * as z from 'zod/mini';
import { instructionFor } from './instructions.ts';
import { leadFields, limits, type LeadKind, type LeadProblem, type LeadValues } from './lead-fields.ts';

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

export type LeadCheck = { ok: true; lead: CheckedLead } | { ok: false; problems: LeadProblem[] };

/** Checks a form by the spec's rules: the first problem of each field, fields in order. */
export function checkLead(kind: LeadKind, values: LeadValues): LeadCheck {
  const result = schemas[kind].safeParse(values);
  if (result.success) return { ok: true, lead: result.data };
  const problems = leadFields.flatMap((field) => {
    const issue = result.error.issues.find(({ path }) => path[0] === field);
    if (!issue) return [];
    const { message } = issue;
    return [{ field, message, instruction: instructionFor(field, message) }];
  });
  return { ok: false, problems };
}
