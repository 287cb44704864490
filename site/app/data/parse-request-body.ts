// Parses the JSON body of a request by its schema, or describes what is wrong with it.
import { z } from 'zod';
import { requestBodyTexts } from './request-body-texts.ts';

type RequestBody<Schema extends z.ZodType> =
  | { data: z.output<Schema> }
  /** `problem`: a sentence that names the field. `isOwn`: it is the schema's own sentence, for the person who typed. */
  | { problem: string; isOwn: boolean };

export async function parseRequestBody<Schema extends z.ZodType>(
  request: Request,
  schema: Schema,
  maxLength: number,
): Promise<RequestBody<Schema>> {
  const text = await request.text();
  if (text.length > maxLength)
    return { problem: requestBodyTexts.tooLong(maxLength.toLocaleString('en-CA')), isOwn: false };
  let body: unknown;
  try {
    body = JSON.parse(text);
  } catch {
    return { problem: requestBodyTexts.notJson, isOwn: false };
  }
  const { data, error } = schema.safeParse(body, { error: markStandardMessage });
  if (!error) return { data };
  const [issue] = error.issues;
  const isOwn = issue !== undefined && !issue.message.startsWith(standardMark);
  return { problem: issue ? describeIssue(issue, isOwn) : requestBodyTexts.notJson, isOwn };
}

const standardMark = '\0';
const { localeError } = z.locales.en();

/** Called only for an issue for which the schema has no sentence of its own. */
function markStandardMessage(issue: z.core.$ZodRawIssue): string {
  const text = localeError(issue);
  return standardMark + (typeof text === 'string' ? text : (text?.message ?? ''));
}

function describeIssue({ message, path }: z.core.$ZodIssue, isOwn: boolean): string {
  if (isOwn) return message;
  const rest =
    message.slice(standardMark.length).replace(/^Invalid input(?:: )?/, '') || requestBodyTexts.unknownValue;
  const problem = rest.charAt(0).toLowerCase() + rest.slice(1);
  // At most 100 characters of a name that the caller chose.
  const field = path.map(String).join('.').slice(0, 100);
  return field === '' ? requestBodyTexts.body(problem) : requestBodyTexts.field(field, problem);
}
