// The errors of the REST API with their PGRST codes.
import { BackendError } from '../errors/backend-error.ts';

function restError(
  status: number,
  code: string,
  message: string,
  details: unknown = null,
  hint: string | null = null,
): BackendError {
  return new BackendError({ status, code, message, details, hint });
}

/** `column` counts from 1. */
export function invalidQueryError(part: string, text: string, column: number, details: string): BackendError {
  return restError(
    400,
    'PGRST100',
    `"failed to parse ${part} (${text})" (line 1, column ${column})`,
    details,
  );
}

export function invalidBodyError(message: string): BackendError {
  return restError(400, 'PGRST102', message);
}

export function requestTooLargeError(message: string): BackendError {
  return restError(413, 'request_too_large', message);
}

/** `total`: how many rows there are, where it is known. */
export function invalidRangeError(details: string, total?: number): BackendError {
  const headers: Record<string, string> = total === undefined ? {} : { 'content-range': `*/${total}` };
  const message = 'Requested range not satisfiable';
  return new BackendError({ status: 416, code: 'PGRST103', message, details, headers });
}

export function invalidRpcMethodError(method: string): BackendError {
  return restError(405, 'PGRST101', `Cannot use the ${method} method on RPC`);
}

export function invalidPutFiltersError(): BackendError {
  return restError(
    405,
    'PGRST105',
    "Filters must include all and only primary key columns with 'eq' operators",
  );
}

export function unknownSchemaError(schema: string, exposed: readonly string[]): BackendError {
  const hint = `Only the following schemas are exposed: ${exposed.join(', ')}`;
  return restError(406, 'PGRST106', `Invalid schema: ${schema}`, null, hint);
}

export function notAcceptableError(mediaTypes: readonly string[]): BackendError {
  return restError(406, 'PGRST107', `None of these media types are available: ${mediaTypes.join(', ')}`);
}

export function notEmbeddedError(name: string): BackendError {
  const hint = `Verify that '${name}' is included in the 'select' query parameter.`;
  return restError(400, 'PGRST108', `'${name}' is not an embedded resource in this request`, null, hint);
}

export function invalidGucError(name: 'headers' | 'status'): BackendError {
  return name === 'headers'
    ? restError(
        500,
        'PGRST111',
        'response.headers guc must be a JSON array composed of objects with a single key and a string value',
      )
    : restError(500, 'PGRST112', 'response.status guc must be a valid status code');
}

export function rangeOnPutError(): BackendError {
  return restError(400, 'PGRST114', 'limit/offset querystring parameters are not allowed for PUT');
}

export function mismatchedPutKeysError(): BackendError {
  return restError(400, 'PGRST115', 'Payload values do not match URL in primary key column(s)');
}

export function notSingleRowError(rows: number): BackendError {
  const message = 'Cannot coerce the result to a single JSON object';
  return restError(406, 'PGRST116', message, `The result contains ${rows} rows`);
}

export function unsupportedMethodError(method: string): BackendError {
  return restError(405, 'PGRST117', `Unsupported HTTP method: ${method}`);
}

export function relatedOrderNotPossibleError(origin: string, target: string): BackendError {
  const details = `'${origin}' and '${target}' do not form a many-to-one or one-to-one relationship`;
  return restError(400, 'PGRST118', `A related order on '${target}' is not possible`, details);
}

export function invalidEmbedOperatorError(target: string): BackendError {
  const details = 'Only is null or not is null filters are allowed on embedded resources';
  return restError(400, 'PGRST120', `Bad operator on the '${target}' embedded resource`, details);
}

export function invalidPreferencesError(preferences: readonly string[]): BackendError {
  const details = `Invalid preferences: ${preferences.join(', ')}`;
  return restError(400, 'PGRST122', 'Invalid preferences given with handling=strict', details);
}

export function aggregatesDisabledError(): BackendError {
  return restError(400, 'PGRST123', 'Use of aggregate functions is not allowed');
}

export function tooManyAffectedRowsError(rows: number): BackendError {
  const message = 'Query result exceeds max-affected preference constraint';
  return restError(400, 'PGRST124', message, `The query affects ${rows} rows`);
}

export function invalidPathError(): BackendError {
  return restError(404, 'PGRST125', 'Invalid path specified in request URL');
}

export function rootEndpointDisabledError(): BackendError {
  return restError(404, 'PGRST126', 'Root endpoint metadata is disabled');
}

export function notImplementedError(what: string): BackendError {
  return restError(400, 'PGRST127', 'Feature not implemented', what);
}

export function maxAffectedRequiresSetError(): BackendError {
  const message =
    'Function must return SETOF or TABLE when max-affected preference is used with handling=strict';
  return restError(400, 'PGRST128', message);
}

export function unknownColumnError(table: string, column: string): BackendError {
  return restError(
    400,
    'PGRST204',
    `Could not find the '${column}' column of '${table}' in the schema cache`,
  );
}

/** In an SQL text a NUL would end the statement early. */
export function nulByteInTextError(): BackendError {
  return restError(400, '22021', 'invalid byte sequence for encoding "UTF8": 0x00');
}

export function tooManySearchesError(maxSearches: number): BackendError {
  const details =
    'Count are like, ilike, match, imatch and full-text conditions, and each value of (any) and (all).';
  return restError(
    400,
    'PGRST100',
    `A request may search texts with at most ${maxSearches} conditions`,
    details,
  );
}

export function searchTooLongError(maxLength: number): BackendError {
  return restError(400, 'PGRST100', `A full-text search may be at most ${maxLength} characters long`);
}

/** Hosted projects reject it as well. */
export function missingWhereError(verb: 'UPDATE' | 'DELETE'): BackendError {
  return restError(400, '21000', `${verb} requires a WHERE clause`);
}

export function responseTooLargeError(limitBytes: number): BackendError {
  const message = `The response is larger than ${Math.floor(limitBytes / 1_000_000)} MB`;
  return restError(413, '54000', message, null, 'Ask for fewer rows or columns, for example with limit.');
}

export { restError };
