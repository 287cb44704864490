import { data as routerData } from 'react-router';

interface Result<Data> {
  data: Data | null;
  error: { message: string; code?: string } | null;
}

/** The rows of an answer. A list that could not be read is breakage: it is thrown, logged and answered plainly. */
export function readOrThrow<Data>(what: string, { data, error }: Result<Data>): Data {
  if (error) throw readFailure(what, error);
  if (data === null) throw new Error(`${what} could not be read: the answer was empty`);
  return data;
}

/** The database, or the project that has it, is away for now: in our codes, PostgREST's and PostgreSQL's. */
const outage = /^(database_unavailable|database_busy|stopping|PGRST00[0-3]|57P0[1-5]|53300|08\d{3})$/;

/** What a loader throws for a read that failed: breakage, or in an outage a 503, which is the page that says so. */
export function readFailure(what: string, { message, code }: { message: string; code?: string }): unknown {
  const isOutage = outage.test(code ?? '') || /^TypeError: .*(fetch|network)/i.test(message);
  return isOutage
    ? routerData(null, { status: 503 })
    : new Error(`${what} could not be read: ${message} (${code || 'no code'})`);
}
