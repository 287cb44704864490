// Entries of the log.
/** One structured line. It must never contain a secret, a token, a body or personal data. */
export interface LogEntry {
  level: 'info' | 'warn' | 'error';
  /** Stable, dotted, e.g. "request.failed". */
  event: string;
  message?: string;
  requestId?: string;
  method?: string;
  path?: string;
  status?: number;
  code?: string;
  durationMs?: number;
  /** Account ids: `user` is the subject of the event, `by` the person who caused it. */
  user?: string;
  by?: string;
  role?: string;
  /** Equal events suppressed since the last line. */
  repeated?: number;
}

export type LogWriter = (entry: LogEntry) => void;

/** The first stack frame, without the message, which may contain values of a request or a row. */
export function firstStackFrame({ stack }: Error): string {
  const frame = stack?.split('\n').find((line) => line.trimStart().startsWith('at '));
  return frame?.trim() ?? '';
}

/** Leading path segments that each service defines; later ones are names that users chose. */
const serviceSegments: Record<string, number> = { rest: 4, auth: 5, storage: 4, realtime: 4, functions: 3 };
const maxLength = 200;

/** E.g. in a link whose scheme was lost. */
const emailAddress = /[^/]*(?:@|%40)[^/]*/gi;

/** The path without the query, names of files, topics and the like, and email addresses. */
export function redactPathForLog(path: string): string {
  const parts = path.split('/').slice(1);
  const count = serviceSegments[parts[0] ?? ''] ?? 3;
  const short = parts.length > count ? `/${parts.slice(0, count).join('/')}/…` : path;
  const shortened = short.replaceAll(emailAddress, '…');
  return shortened.length > maxLength ? `${shortened.slice(0, maxLength)}…` : shortened;
}

/** NOTIFY channel of events to log. */
export const databaseEventChannel = 'logged_event';

const named = /^[\w.:-]{1,100}$/;

/** `payload` is {event, user, by, role}. Every server of a database logs it. */
export function logDatabaseEvent(payload: string, log: LogWriter): void {
  const entry = parseDatabaseEvent(payload);
  if (entry) log(entry);
}

function parseDatabaseEvent(payload: string): LogEntry | null {
  let fields: Record<string, unknown>;
  try {
    fields = JSON.parse(payload) as Record<string, unknown>;
  } catch {
    return null;
  }
  const text = (name: string): string | undefined => {
    const value = fields[name];
    return typeof value === 'string' && named.test(value) ? value : undefined;
  };
  const event = text('event');
  if (event === undefined) return null;
  const [user, by, role] = [text('user'), text('by'), text('role')];
  return { level: 'info', event, ...(user && { user }), ...(by && { by }), ...(role && { role }) };
}
