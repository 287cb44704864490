// Reads a REST request's target, schema, preferences, format, before any schema is loaded.
import { type Caller, type SqlRequestContext, trustedRequestHeaders } from '../database/run-sql-as-caller.ts';
import type { RestDeps } from './deps.ts';
import {
  parseAccept,
  type ResponseFormat,
  parsePrefer,
  type RequestPreferences,
} from './parse/parse-headers.ts';
import { invalidPathError, nulByteInTextError, unknownSchemaError } from './errors.ts';
import { quoteIdent } from './quote.ts';

const prefix = '/rest/v1';

type Target = { kind: 'root' } | { kind: 'relation'; name: string } | { kind: 'function'; name: string };

/** A request, parsed as far as possible without the schema. */
export interface RestRequest {
  request: Request;
  /** GET also for a HEAD request. */
  method: string;
  head: boolean;
  target: Target;
  schema: string;
  url: URL;
  preferences: RequestPreferences;
  format: ResponseFormat;
  caller: Caller;
  requestContext: SqlRequestContext;
}

export function readRestRequest(request: Request, caller: Caller, deps: RestDeps): RestRequest {
  const url = new URL(request.url);
  const path = url.pathname.slice(prefix.length) || '/';
  const head = request.method === 'HEAD';
  const method = head ? 'GET' : request.method;
  const schema = readSchema(request, method, deps.schemas);
  const preferences = parsePrefer(request.headers.get('prefer'));
  const searchPath = [...new Set([schema, ...(deps.extraSearchPath ?? ['public', 'extensions'])])];
  return {
    request,
    method,
    head,
    target: readTarget(path),
    schema,
    url,
    preferences,
    format: parseAccept(request.headers.get('accept')),
    caller,
    requestContext: {
      method: request.method,
      path,
      headers: trustedRequestHeaders(request, deps.remoteAddress(request)),
      searchPath: searchPath.map(quoteIdent).join(', '),
      ...(preferences.timezone === null ? {} : { settings: { timezone: preferences.timezone } }),
    },
  };
}

function readTarget(path: string): Target {
  const [first = '', second, ...more] = path.slice(1).split('/').map(decode);
  if (first === '' && second === undefined) return { kind: 'root' };
  if (first === 'rpc' && second && more.length === 0) return { kind: 'function', name: second };
  if (first === '' || second !== undefined) throw invalidPathError();
  return { kind: 'relation', name: first };
}

function decode(segment: string): string {
  let name: string;
  try {
    name = decodeURIComponent(segment);
  } catch {
    throw invalidPathError();
  }
  if (name.includes('\0')) throw nulByteInTextError();
  return name;
}

function readSchema(request: Request, method: string, schemas: readonly string[]): string {
  const profile = request.headers.get(method === 'GET' ? 'accept-profile' : 'content-profile');
  const schema = profile ?? schemas[0] ?? 'public';
  if (!schemas.includes(schema)) throw unknownSchemaError(schema, schemas);
  return schema;
}
