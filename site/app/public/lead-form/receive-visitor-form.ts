// Handles the posted forms of visitors.
import { data, type RouterContextProvider } from 'react-router';
import { faultLoggerContext } from '../../data/request-contexts.ts';
import { readLeadValues, type LeadValues } from '../../lead/lead-fields.ts';
import { hiddenFieldNames } from './hidden-field-names.ts';
import { rejectionTexts } from './lead-form-texts.ts';

interface Written<Result> {
  data: Result | null;
  error: { code: string; message: string } | null;
  status: number;
}

type Check<Checked, Outcome> = { checked: Checked } | { wrong: Outcome };

interface VisitorForm<Values, Checked, Result, Outcome> {
  /** the event in the log if the database does not accept it */
  event: string;
  read: (fields: URLSearchParams) => Values;
  /** Returns the values to write, or the problems. */
  check: (values: Values) => Check<Checked, Outcome>;
  write: (checked: Checked, values: Values) => PromiseLike<Written<Result>>;
  /** Redirects, so that reloading sends nothing twice, or returns the outcome. */
  done: (result: Result | null, values: Values) => [outcome: Outcome, status: number];
  /** `values` is null for a body that could not be read. */
  failed: (reason: string | null, values: Values | null) => Outcome;
  /** Error texts for the visitor. */
  texts: { failed?: string; flood?: string };
  /** For forms that mail programs also send: any origin and any body are accepted. */
  ignoresBody?: true;
}

/** The action of every form of visitors, with and without scripts: read, check, write, done. */
export async function receiveVisitorForm<Values, Checked, Result, Outcome>(
  context: Readonly<RouterContextProvider>,
  request: Request,
  form: VisitorForm<Values, Checked, Result, Outcome>,
) {
  const posted = form.ignoresBody
    ? ({ ok: true, fields: new URLSearchParams() } as const)
    : await readPostedFields(request);
  if (!posted.ok) return data(form.failed(posted.reason, null), { status: posted.status });
  const values = form.read(posted.fields);
  const check = form.check(values);
  if ('wrong' in check) return data(check.wrong, { status: 400 });
  const { data: result, error, status } = await form.write(check.checked, values);
  if (error === null) {
    const [outcome, code] = form.done(result, values);
    return data(outcome, { status: code });
  }
  context.get(faultLoggerContext)(form.event, error);
  const { failed = null, flood } = form.texts;
  return status === 429 && flood !== undefined
    ? data(form.failed(flood, values), { status: 429 })
    : data(form.failed(failed, values), { status: 502 });
}

/** Far above what the fields permit (2,000 characters of any script, percent-encoded). */
const maxBytes = 64 * 1024;
const formType = 'application/x-www-form-urlencoded';

type PostedFields = { ok: true; fields: URLSearchParams } | { ok: false; status: number; reason: string };

/** Accepts only posts from our own pages, with one content type and a limited size. */
export async function readPostedFields(request: Request): Promise<PostedFields> {
  if (!isOwnOrigin(request)) {
    return { ok: false, status: 403, reason: rejectionTexts.otherSite };
  }
  if (request.headers.get('content-type')?.split(';')[0]?.trim().toLowerCase() !== formType) {
    return { ok: false, status: 415, reason: rejectionTexts.unreadable };
  }
  const text = await readText(request);
  if (text === null) {
    return { ok: false, status: 413, reason: rejectionTexts.tooLong };
  }
  return { ok: true, fields: new URLSearchParams(text) };
}

/** A browser sends the origin with every post; a request without it is not from a browser and contains no session. */
function isOwnOrigin(request: Request): boolean {
  const origin = request.headers.get('origin');
  if (origin === null) return true;
  const host = URL.canParse(origin) ? new URL(origin).host : null;
  return host !== null && (host === new URL(request.url).host || host === request.headers.get('host'));
}

async function readText(request: Request): Promise<string | null> {
  if (Number(request.headers.get('content-length') ?? 0) > maxBytes) return null;
  const parts: Uint8Array[] = [];
  let bytes = 0;
  for await (const part of request.body ?? []) {
    bytes += part.length;
    if (bytes > maxBytes) return null;
    parts.push(part);
  }
  return new TextDecoder().decode(Buffer.concat(parts));
}

const uuid = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i;

export interface HiddenFields {
  scripted: boolean;
  key: string | null;
  honeypot: string;
  hint: string;
  visit: string;
  consent: string;
}

export interface LeadFormSubmission extends HiddenFields {
  values: LeadValues;
}

/** Unknown fields are left out. */
export function readLeadFormSubmission(fields: URLSearchParams): LeadFormSubmission {
  return { ...readHiddenFields(fields), values: readLeadValues(fields) };
}

export function readHiddenFields(fields: URLSearchParams): HiddenFields {
  const key = fields.get(hiddenFieldNames.key) ?? '';
  return {
    scripted: fields.get(hiddenFieldNames.scripted) === 'yes',
    key: uuid.test(key) ? key.toLowerCase() : null,
    honeypot: fields.get(hiddenFieldNames.honeypot) ?? '',
    hint: fields.get(hiddenFieldNames.hint) ?? '',
    visit: fields.get(hiddenFieldNames.visit) ?? '',
    consent: fields.get(hiddenFieldNames.consent) ?? '',
  };
}
