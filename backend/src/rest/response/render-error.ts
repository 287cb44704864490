import { DatabaseError } from 'pg';
import { BackendError } from '../../errors/backend-error.ts';
import { responseTooLarge } from '../errors.ts';
import { isTooLarge } from '../sql/statements.ts';
import { databaseStatus } from './database-status.ts';
import { parseRaisedResponse } from './raised-response.ts';
import { mayHaveBody } from './sql-headers.ts';

interface Answer {
  status: number;
  headers: Headers | Record<string, string>;
  body: { code: string; message: string; details: unknown; hint: string | null };
}

export interface ErrorContext {
  /** Whether the caller is not signed in; null when that was never found out. */
  anonymous: boolean;
  head: boolean;
  maxBodyBytes: number;
}

/** An error as an answer in the dialect's envelope, or null when it is neither the caller's nor the database's. */
export function renderError(error: unknown, context: ErrorContext): Response | null {
  const answer = toAnswer(error, context);
  if (answer === null) return null;
  const headers = new Headers(answer.headers);
  if (!mayHaveBody(answer.status)) return new Response(null, { status: answer.status, headers });
  headers.set('content-type', 'application/json; charset=utf-8');
  return new Response(context.head ? null : JSON.stringify(answer.body), { status: answer.status, headers });
}

function toAnswer(error: unknown, context: ErrorContext): Answer | null {
  if (error instanceof BackendError) return fromRefusal(error);
  if (!(error instanceof DatabaseError)) return null;
  if (isTooLarge(error)) return fromRefusal(responseTooLarge(context.maxBodyBytes));
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
 * Whether an error tells of the database's own trouble (connections, memory, disk, files, foreign servers, faults): its
 * words name files and addresses. What a function of the project raises is for the caller, whatever its code.
 */
export function isInternal(error: unknown): error is DatabaseError {
  if (!(error instanceof DatabaseError) || error.routine === 'exec_stmt_raise') return false;
  return /^(?:08|53|58|F0|HV|XX|57P)/.test(error.code ?? '');
}

function fromRaised(message: string, detail: string | undefined): Answer {
  try {
    return parseRaisedResponse(message, detail);
  } catch (error) {
    if (error instanceof BackendError) return fromRefusal(error);
    throw error;
  }
}

function fromRefusal({ status, code, message, details, hint, headers }: BackendError): Answer {
  return { status, headers, body: { code, message, details, hint } };
}
