import type { LogEntry } from '@fairlead/backend/errors/log-entry.ts';

export interface Repeats {
  note(entry: LogEntry): void;
  /** Writes the counts that are still open. */
  flush(): void;
}

interface Cause {
  /** The latest, for what it names: a request id, a path. */
  entry: LogEntry;
  repeated: number;
}

const others: LogEntry = {
  level: 'error',
  event: 'log.others',
  message: 'More causes than are written one by one',
};

/**
 * Writes the first line of a cause as it comes, and what repeats it as one line with a count at the end of each span,
 * so that an outage or an attack cannot fill a disk. Past `mostCauses` in a span, further ones are counted together.
 */
export function createRepeats(
  write: (entry: LogEntry) => void,
  { spanMs = 30_000, mostCauses = 200 }: { spanMs?: number; mostCauses?: number } = {},
): Repeats {
  let causes = new Map<string, Cause>();
  let timer: NodeJS.Timeout | undefined;

  function flush(): void {
    clearTimeout(timer);
    timer = undefined;
    const over = causes;
    causes = new Map();
    for (const [key, { entry, repeated }] of over) {
      if (repeated === 0) continue;
      write({ ...entry, repeated });
      // It goes on: its next lines are counted as well.
      causes.set(key, { entry, repeated: 0 });
    }
    if (causes.size > 0) timer = setTimeout(flush, spanMs).unref();
  }

  function note(entry: LogEntry): void {
    const cause = causeOf(entry);
    const isWritten = causes.has(cause) || causes.size < mostCauses;
    const key = isWritten ? cause : '';
    const written = isWritten ? entry : others;
    const known = causes.get(key);
    causes.set(key, { entry: written, repeated: known ? known.repeated + 1 : 0 });
    if (!known) write(written);
    timer ??= setTimeout(flush, spanMs).unref();
  }

  return { note, flush };
}

/** What makes two lines the same: not when, for which request, or on which of a service's addresses. */
function causeOf({ level, event, code, message, status, path }: LogEntry): string {
  const service = path?.split('/')[1];
  // What a message quotes or counts was the caller's.
  const words = message?.replaceAll(/"[^"]*"|'[^']*'|\/%\S*|\d+/g, '…');
  return JSON.stringify([level, event, code, words, status, service]);
}
