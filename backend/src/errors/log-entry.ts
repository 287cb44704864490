/** One structured line. Never a secret, a token, a body or personal data. */
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
  /** Account ids: whom the event is about, and `by` whom. */
  user?: string;
  by?: string;
  role?: string;
  /** Equal events suppressed since the last line. */
  repeated?: number;
}

export type Log = (entry: LogEntry) => void;
