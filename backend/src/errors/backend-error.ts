// BackendError: an expected error with HTTP status, code, hint, headers.
export interface BackendErrorParts {
  status: number;
  /** The code of the service, e.g. PGRST116 or otp_expired. */
  code: string;
  /** For the caller: what was wrong, and the next step. */
  message: string;
  details?: unknown;
  hint?: string | null;
  /** E.g. WWW-Authenticate. */
  headers?: Record<string, string>;
}

/** An expected error with an HTTP status. Each service renders it in its own envelope. */
export class BackendError extends Error {
  readonly status: number;
  readonly code: string;
  readonly details: unknown;
  readonly hint: string | null;
  readonly headers: Record<string, string>;

  constructor(parts: BackendErrorParts, options?: ErrorOptions) {
    super(parts.message, options);
    this.name = 'BackendError';
    this.status = parts.status;
    this.code = parts.code;
    this.details = parts.details ?? null;
    this.hint = parts.hint ?? null;
    this.headers = parts.headers ?? {};
  }
}

export function httpError(status: number, code: string, message: string): BackendError {
  return new BackendError({ status, code, message });
}

/** The response while the server stops, for load balancers. */
export function serverStoppingError(): BackendError {
  const headers = { 'retry-after': '1' };
  return new BackendError({ status: 503, code: 'stopping', message: 'The server is stopping', headers });
}
