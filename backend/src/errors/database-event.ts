import type { Log, LogEntry } from './log-entry.ts';

/** NOTIFY channel of events to log. */
export const databaseEventChannel = 'logged_event';

const named = /^[\w.:-]{1,100}$/;

/** `payload` is {event, user, by, role}. Every server of a database logs it. */
export function logDatabaseEvent(payload: string, log: Log): void {
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
