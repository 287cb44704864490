// Renders errors as REST responses: maps SQLSTATE to an HTTP status, hides internal messages.
import { DatabaseError } from 'pg';
import { z } from 'zod';
import { BackendError } from '../../errors/backend-error.ts';
import { responseTooLargeError, restError } from '../errors.ts';
import { isResponseTooLargeError } from '../sql/statements.ts';
import { mayHaveBody } from '../../errors/json-response.ts';
import { parseJson, setSqlHeaders } from './response-settings.ts';

interface ErrorResponse {
  status: number;
  headers: Headers | Record<string, string>;
  body: { code: string; message: string; details: unknown; hint: string | null };
}

export interface RestErrorContext {
  anonymous: boolean;
  head: boolean;
  maxBodyBytes: number;
}

/** null if it is neither a BackendError nor an error of the database. */
export function renderRestError(error: unknown, context: RestErrorContext): Response | null {
  const response = toResponse(error, context);
  if (response === null) return null;
  const { status, body } = response;
  const headers = new Headers(response.headers);
  if (!mayHaveBody(status)) return new Response(null, { status, headers });
  headers.set('content-type', 'application/json; charset=utf-8');
  return new Response(context.head ? null : JSON.stringify(body), { status, headers });
}

function toResponse(error: unknown, context: RestErrorContext): ErrorResponse | null {
  if (error instanceof BackendError) return fromBackendError(error);
  if (!(error instanceof DatabaseError)) return null;
  if (isResponseTooLargeError(error)) return fromBackendError(responseTooLargeError(context.maxBodyBytes));
  const { code = 'XX000', message, detail, hint } = error;
  if (code === 'PGRST') return fromRaised(message, detail);
  const status = httpStatusOfDatabaseError(code, message, context.anonymous);
  if (status >= 500 && isInternalDatabaseError(error)) {
    return { status, headers: {}, body: { code, message: internalMessage, details: null, hint: null } };
  }
  return {
    status,
    headers: status === 401 ? { 'www-authenticate': 'Bearer' } : {},
    body: {
      code,
      message,
      details: detail ?? null,
      hint: hint ?? (isStatementTimeout(error) ? timeoutHint : null),
    },
  };
}

/** Not a cancellation by an operator, nor an exception that a function raises with this code. */
function isStatementTimeout({ code, message, routine }: DatabaseError): boolean {
  return code === '57014' && routine === 'ProcessInterrupts' && message.includes('statement timeout');
}

const timeoutHint =
  "Ask for fewer rows (limit) or fewer exact counts, add an index for the columns that filter and order them, or raise statement_timeout for the caller's role.";

const internalMessage = 'The database could not do this. The log of the server names the cause.';

/**
 * Whether it concerns connections, memory, disk or foreign servers: then the message may name files and addresses. An
 * exception raised by a project's function is meant for the caller, whatever its code.
 */
export function isInternalDatabaseError(error: unknown): error is DatabaseError {
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

/** The mapping of PostgREST: exact codes first, then classes. */
const exact: Record<string, number> = {
  '23503': 409,
  '23505': 409,
  '25006': 405,
  '22023': 400,
  '53400': 500,
  // Limits on columns, arguments or nesting are exceeded by the caller.
  '54000': 400,
  '54001': 400,
  '54011': 400,
  '54023': 400,
  '57P01': 503,
  P0001: 400,
  '42883': 404,
  '42P01': 404,
  '42P17': 500,
};

const classes: Record<string, number> = {
  '08': 503,
  '09': 500,
  '0L': 403,
  '0P': 403,
  '25': 500,
  '28': 403,
  '2D': 500,
  '38': 500,
  '39': 500,
  '3B': 500,
  '40': 500,
  '53': 503,
  '54': 500,
  '55': 500,
  '57': 500,
  '58': 500,
  F0: 500,
  HV: 500,
  P0: 500,
  XX: 500,
};

/** `anonymous`: signing in may help, so 401 instead of 403. */
export function httpStatusOfDatabaseError(code: string, message: string, anonymous: boolean): number {
  if (code === '42501') return anonymous ? 401 : 403;
  // The code means internal error, but the query is nested too deeply.
  if (code === 'XX000' && message === 'tsquery stack too small') return 400;
  if (code === '21000') return message.endsWith('requires a WHERE clause') ? 400 : 500;
  const custom = /^PT([2-5]\d\d)$/.exec(code);
  if (custom) return Number(custom[1]);
  if (code.startsWith('PT')) return 500;
  return exact[code] ?? classes[code.slice(0, 2)] ?? 400;
}

const messageHint =
  "MESSAGE must be a JSON object with obligatory keys: 'code', 'message' and optional keys: 'details', 'hint'.";
const detailHint =
  "DETAIL must be a JSON object with obligatory keys: 'status', 'headers' and optional key: 'status_text'.";

const textOrNull = z.string().nullable().catch(null);
const raisedMessage = z.object({
  code: z.string(),
  message: z.string(),
  details: textOrNull,
  hint: textOrNull,
});
const raisedDetail = z.object({
  status: z.int().min(200).max(599),
  headers: z.record(z.string(), z.string()).transform((headers) => new Headers(headers)),
});

/** SQL raised it with SQLSTATE 'PGRST'. Throws PGRST121 when malformed. */
function parseRaisedResponse(message: string, detail: string | undefined): ErrorResponse {
  const body = parseJson(raisedMessage, message);
  if (body === null) throw malformed(`Invalid JSON value for MESSAGE: '${message}'`, messageHint);
  if (detail === undefined) throw malformed('DETAIL is missing in the RAISE statement', detailHint);
  const head = parseJson(raisedDetail, detail);
  if (head === null) throw malformed(`Invalid JSON value for DETAIL: '${detail}'`, detailHint);
  const headers = new Headers();
  setSqlHeaders(headers, head.headers);
  return { status: head.status, headers, body };
}

function malformed(details: string, hint: string): Error {
  return restError(
    500,
    'PGRST121',
    `Could not parse JSON in the "RAISE SQLSTATE 'PGRST'" error`,
    details,
    hint,
  );
}
