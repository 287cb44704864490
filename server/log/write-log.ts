// Writes JSON log lines to standard error; counts repeats instead of repeating them.
import type { LogEntry } from '@fairlead/backend/errors';
import { hideSecrets } from './hide-secrets.ts';

interface Cause {
  /** The latest entry, for its request id and path. */
  entry: LogEntry;
  repeated: number;
}

const omitted: LogEntry = {
  level: 'error',
  event: 'log.omitted',
  message: 'More causes than are logged one by one',
};

/**
 * Writes the first entry of a cause at once and its repeats as one count per interval, so that an outage or an attack
 * cannot fill a disk. Causes beyond `maxCauses` in an interval share a count.
 */
export function createDeduplicatingLogger(
  write: (entry: LogEntry) => void,
  { intervalMs = 30_000, maxCauses = 200 }: { intervalMs?: number; maxCauses?: number } = {},
) {
  let causes = new Map<string, Cause>();
  let timer: NodeJS.Timeout | undefined;

  function flush(): void {
    clearTimeout(timer);
    timer = undefined;
    const ended = causes;
    causes = new Map();
    for (const [key, { entry, repeated }] of ended) {
      if (repeated === 0) continue;
      write({ ...entry, repeated });
      causes.set(key, { entry, repeated: 0 });
    }
    if (causes.size > 0) timer = setTimeout(flush, intervalMs).unref();
  }

  function log(entry: LogEntry): void {
    const cause = causeOf(entry);
    const isOmitted = !causes.has(cause) && causes.size >= maxCauses;
    const key = isOmitted ? '' : cause;
    const written = isOmitted ? omitted : entry;
    const known = causes.get(key);
    causes.set(key, { entry: written, repeated: known ? known.repeated + 1 : 0 });
    if (!known) write(written);
    timer ??= setTimeout(flush, intervalMs).unref();
  }

  return { log, flush };
}

/** What entries of one cause have in common; excludes the time, the request and the path within a service. */
function causeOf({ level, event, code, message, status, path }: LogEntry): string {
  const service = path?.split('/')[1];
  // Quoted parts and numbers are removed, because callers can choose them, and each value would count as a new cause.
  const text = message?.replaceAll(/"[^"]*"|'[^']*'|\/%\S*|\d+/g, '…');
  return JSON.stringify([level, event, code, text, status, service]);
}

const maxMessageLength = 1_000;

function writeEntry(entry: LogEntry): void {
  const { message } = entry;
  const isLong = message !== undefined && message.length > maxMessageLength;
  const line = isLong ? { ...entry, message: `${message.slice(0, maxMessageLength)}…` } : entry;
  writeToStderr(hideSecrets(JSON.stringify({ at: new Date().toISOString(), ...line })));
}

const logger = createDeduplicatingLogger(writeEntry);

/** Writes pending counts. Call it before exit. */
export const flushLog = logger.flush;

/** Events that callers can cause any number of times. */
const countedEvents = new Set(['key.used', 'function.printed']);

let omitsInfo = false;

/** For commands, because the running server logs the events. */
export function disableInfoLogs(): void {
  omitsInfo = true;
}

/** One JSON line on standard error. A request is logged only when it failed on our side. */
export function writeLog(entry: LogEntry): void {
  const { level, event } = entry;
  if (level === 'info' && (omitsInfo || event === 'request.completed')) return;
  if (level === 'info' && !countedEvents.has(event)) writeEntry(entry);
  else logger.log(entry);
}

const setupEvents = new Set(['migration.applied', 'seed.applied']);

/** Omits the many steps of a first start, which the banner summarises. */
export function writeLogExceptSetup(entry: LogEntry): void {
  if (entry.level !== 'info' || !setupEvents.has(entry.event)) writeLog(entry);
}

/** Only the first line and the first stack frame, because the rest may quote a visitor. */
export function describeError(error: Error): string {
  const frames = error.stack?.split('\n').filter((line) => /^\s+at /.test(line)) ?? [];
  const own = frames.find((line) => !/node_modules|node:/.test(line)) ?? frames[0];
  const [first = ''] = error.message.split('\n');
  return [`${error.name}: ${first}`, own?.trim()].filter(Boolean).join(' ');
}

/** Limit of lines that were not read yet; later ones are dropped. */
const maxUnwrittenBytes = 4_000_000;

/** Writes to standard error. If the reader has stopped, lines are dropped, so that memory stays bounded. */
export function writeToStderr(line: string): void {
  if (process.stderr.writableLength < maxUnwrittenBytes) process.stderr.write(`${line}\n`);
}
