import { DatabaseError } from 'pg';
import { BackendError } from '../../errors/backend-error.ts';
import { responseTooLarge } from '../errors.ts';
import { isTooLarge } from '../sql/statements.ts';
import { databaseStatus } from './database-status.ts';
import { parseRaisedResponse } from './raised-response.ts';
import { mayHaveBody } from './sql-headers.ts';

interface ErrorResponse {
  status: number;
  headers: Headers | Record<string, string>;
  body: { code: string; message: string; details: unknown; hint: string | null };
}

export interface ErrorContext {
  anonymous: boolean;
  head: boolean;
  maxBodyBytes: number;
}

/** null when it is neither a BackendError nor the database's. */
export function renderRestError(error: unknown, context: ErrorContext): Response | null {
  const response = toResponse(error, context);
  if (response === null) return null;
  const { status, body } = response;
  const headers = new Headers(response.headers);
  if (!mayHaveBody(status)) return new Response(null, { status, headers });
  headers.set('content-type', 'application/json; charset=utf-8');
  return new Response(context.head ? null : JSON.stringify(body), { status, headers });
}

function toResponse(error: unknown, context: ErrorContext): ErrorResponse | null {
  if (error instanceof BackendError) return fromBackendError(error);
  if (!(error instanceof DatabaseError)) return null;
  if (isTooLarge(error)) return fromBackendError(responseTooLarge(context.maxBodyBytes));
  const { code = 'XX000', message, detail, hint } = error;
  if (code === 'PGRST') return fromRaised(message, detail);
  const status = databaseStatus(code, message, context.anonymous);
  if (status >= 500 && isInternal(error)) {
    return { status, headers: {}, body: { code, message: internalMessage, details: null, hint: null } };
  }
  return {
    status,
    headers: status === 401 ? { 'www-authenticate': 'Bearer' } : {},
    body: { code, message, details: detail ?? null, hint: hint ?? null },
  };
}

const internalMessage = 'The database could not do this. The log of the server names the cause.';

/**
 * Connections, memory, disk, foreign servers: the message may name files and addresses. What a project's function
 * raises is for the caller, whatever its code.
 */
export function isInternal(error: unknown): error is DatabaseError {
  if (!(error instanceof DatabaseError) || error.routine === 'exec_stmt_raise') return false;
  return /^(?:08|53|58|F0|HV|XX|57P)/.test(error.code ?? '');
}

function fromRaised(message: string, detail: string | undefined): ErrorResponse {
  try {
    return parseRaisedResponse(message, detail);
  } catch (error) {
    if (error instanceof BackendError) return fromBackendError(error);
    throw error;
  }
}

function fromBackendError({ status, code, message, details, hint, headers }: BackendError): ErrorResponse {
  return { status, headers, body: { code, message, details, hint } };
}
