// Errors of auth in the envelope of GoTrue.
import { BackendError } from '../../errors/backend-error.ts';
import { DatabaseError } from 'pg';
import { requestLogFieldsOf, loggableCause, toOutageError } from '../../database/database-failure.ts';
import type { LogWriter } from '../../errors/log-entry.ts';
import { requestIdOf } from '../../errors/request-id.ts';
import { jsonResponse } from '../../errors/json-response.ts';

/** `extra` is merged into the body. */
export function authError(
  status: number,
  code: string,
  message: string,
  extra?: Record<string, unknown>,
): BackendError {
  return new BackendError({ status, code, message, details: extra });
}

export function validationFailedError(message: string): BackendError {
  return authError(400, 'validation_failed', message);
}

/** In the form of OAuth 2: {error, error_description}. */
export class OAuthError extends BackendError {
  constructor(error: string, description: string) {
    super({ status: 400, code: error, message: description });
  }
}

/** An error with the message of the project's hook. */
export class HookRejectionError extends BackendError {}

const versionHeader = 'x-supabase-api-version';
const firstVersion = '2024-01-01';

/** Renders the error in the format of the request's API version. */
export function renderAuthError(error: unknown, request: Request, log: LogWriter): Response {
  const known = toBackendError(error);
  const isFailure = known.status >= 500;
  log({
    level: isFailure ? 'error' : 'warn',
    event: isFailure ? 'auth.failed' : 'auth.denied',
    ...requestLogFieldsOf(request),
    status: known.status,
    code: isFailure && error instanceof DatabaseError ? (error.code ?? '') : known.code,
    ...(isFailure && { message: loggableCause(error) }),
  });
  if (known instanceof OAuthError) {
    return jsonResponse({ error: known.code, error_description: known.message }, known.status);
  }
  const extra = known.details ?? (known.status >= 500 ? { error_id: requestIdOf(request) } : {});
  if (wantsCodeFormat(request)) {
    const body = { code: known.code, message: known.message, ...extra };
    return jsonResponse(body, known.status, { ...known.headers, [versionHeader]: firstVersion });
  }
  const body = { code: known.status, error_code: known.code, msg: known.message, ...extra };
  return jsonResponse(body, known.status, known.headers);
}

function toBackendError(error: unknown): BackendError {
  if (error instanceof BackendError) return error;
  const outage = toOutageError(error);
  if (outage) return outage;
  if (error instanceof DatabaseError && error.code === '57014') {
    return authError(
      504,
      'request_timeout',
      'Processing this request timed out, please retry after a moment.',
    );
  }
  return authError(
    500,
    'unexpected_failure',
    'Unexpected failure, please check the server log for more information',
  );
}

function wantsCodeFormat(request: Request): boolean {
  const version = request.headers.get(versionHeader) ?? '';
  return /^\d{4}-\d{2}-\d{2}$/.test(version) && version >= firstVersion;
}
