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
  /** The account it is about, by its id alone; `by` is the account that did it. */
  user?: string;
  by?: string;
  /** What the account may do from now on. */
  role?: string;
  /** How often the same happened again since the line before. */
  repeated?: number;
}

export type Log = (entry: LogEntry) => void;
