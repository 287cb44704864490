import { data, type RouterContextProvider } from 'react-router';
import { logContext } from '../../data/request-contexts.ts';
import { readPostedFields } from './read-posted-fields.ts';

interface Written<Result> {
  data: Result | null;
  error: { code: string; message: string } | null;
  status: number;
}

type Check<Checked, Outcome> = { checked: Checked } | { wrong: Outcome };

interface VisitorForm<Values, Checked, Result, Outcome> {
  /** in the log, where the database does not take it */
  event: string;
  read: (fields: URLSearchParams) => Values;
  /** What is written, or what is wrong. */
  check: (values: Values) => Check<Checked, Outcome>;
  write: (checked: Checked, values: Values) => PromiseLike<Written<Result>>;
  /** Redirects, so that reloading sends nothing twice, or returns what became of it. */
  done: (result: Result | null, values: Values) => [outcome: Outcome, status: number];
  /** `values` is null for a body that could not be read. */
  failed: (reason: string | null, values: Values | null) => Outcome;
  /** Reasons for the visitor. */
  texts: { failed?: string; flood?: string };
  /** Mail programs send it too: from any origin, whatever the body is. */
  ignoresBody?: true;
}

/** The action of every form of visitors, with scripts and without: read, check, write, done. */
export async function receiveForm<Values, Checked, Result, Outcome>(
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
  context.get(logContext)(form.event, error);
  const { failed = null, flood } = form.texts;
  return status === 429 && flood !== undefined
    ? data(form.failed(flood, values), { status: 429 })
    : data(form.failed(failed, values), { status: 502 });
}
