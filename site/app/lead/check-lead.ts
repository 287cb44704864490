// Validates the values of a lead form (contact, proposal); returns the first problem per field.
import * as z from 'zod/mini';
import { cleanLine, cleanText } from '../contact/clean-text.ts';
import { cleanEmailAddress, emailPattern } from '../contact/email-address.ts';
import { hasVisibleCharacter } from '../contact/has-visible-character.ts';
import {
  isLeadFieldRequired,
  leadFieldNames,
  leadFields,
  type CheckedLead,
  type LeadFieldName,
  type LeadFormKind,
  type LeadFieldProblem,
  type LeadValues,
} from './lead-fields.ts';
import { leadTexts } from './lead-texts.ts';

function cleaned(clean: (typed: string) => string) {
  return z.pipe(z.string(), z.transform(clean));
}
const emptyAsNull = z.transform((text: string) => text || null);

function fieldSchema(name: LeadFieldName, kind: LeadFormKind) {
  const { format, minLength = 1, maxLength } = leadFields[name];
  const text = (format === 'email' ? z.email({ pattern: emailPattern }) : z.string()).check(
    z.minLength(minLength),
    z.maxLength(maxLength),
  );
  const filled = name === 'name' ? text.check(z.refine(hasVisibleCharacter)) : text;
  const line = cleaned(format === 'long text' ? cleanText : cleanLine);
  const given = format === 'email' ? z.pipe(line, z.transform(cleanEmailAddress)) : line;
  return z.pipe(given, isLeadFieldRequired(name, kind) ? filled : z.pipe(emptyAsNull, z.nullable(text)));
}

function leadSchema(kind: LeadFormKind) {
  return z.object(Object.fromEntries(leadFieldNames.map((name) => [name, fieldSchema(name, kind)])));
}

const schemas: Record<LeadFormKind, ReturnType<typeof leadSchema>> = {
  contact: leadSchema('contact'),
  proposal: leadSchema('proposal'),
};

export type LeadCheckResult = { ok: true; lead: CheckedLead } | { ok: false; problems: LeadFieldProblem[] };

/** Checks a form with the specification's rules: the first problem of each field, in the order of the fields. */
export function checkLead(kind: LeadFormKind, values: LeadValues): LeadCheckResult {
  const result = schemas[kind].safeParse(values);
  if (result.success) return { ok: true, lead: result.data as CheckedLead };
  const problems = leadFieldNames.flatMap((field) => {
    const issue = result.error.issues.find(({ path }) => path[0] === field);
    if (!issue) return [];
    const { invalid, tooLong } = leadTexts.fields[field];
    return [{ field, ...(issue.code === 'too_big' ? tooLong : (invalid ?? tooLong)) }];
  });
  return { ok: false, problems };
}
