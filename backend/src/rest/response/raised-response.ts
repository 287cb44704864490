import { restError } from '../errors.ts';
import { setSqlHeaders } from './sql-headers.ts';

export interface RaisedResponse {
  status: number;
  headers: Headers;
  body: { code: string; message: string; details: string | null; hint: string | null };
}

const messageHint =
  "MESSAGE must be a JSON object with obligatory keys: 'code', 'message' and optional keys: 'details', 'hint'.";
const detailHint =
  "DETAIL must be a JSON object with obligatory keys: 'status', 'headers' and optional key: 'status_text'.";

/** SQL raised it with SQLSTATE 'PGRST'. Throws PGRST121 when malformed. */
export function parseRaisedResponse(message: string, detail: string | undefined): RaisedResponse {
  const body = parseObject(message);
  if (typeof body?.['code'] !== 'string' || typeof body['message'] !== 'string') {
    throw malformed(`Invalid JSON value for MESSAGE: '${message}'`, messageHint);
  }
  if (detail === undefined) throw malformed('DETAIL is missing in the RAISE statement', detailHint);
  const head = parseObject(detail);
  const status = head?.['status'];
  const headers = parseHeaders(head?.['headers']);
  if (!isStatus(status) || headers === null)
    throw malformed(`Invalid JSON value for DETAIL: '${detail}'`, detailHint);
  return {
    status,
    headers,
    body: {
      code: body['code'],
      message: body['message'],
      details: textOrNull(body['details']),
      hint: textOrNull(body['hint']),
    },
  };
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

function parseObject(text: string): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : null;
  } catch {
    return null;
  }
}

function parseHeaders(value: unknown): Headers | null {
  if (typeof value !== 'object' || value === null) return null;
  const pairs = Object.entries(value) as [string, unknown][];
  if (!pairs.every((pair): pair is [string, string] => typeof pair[1] === 'string')) return null;
  const headers = new Headers();
  try {
    setSqlHeaders(headers, pairs);
  } catch {
    return null;
  }
  return headers;
}

function isStatus(value: unknown): value is number {
  return typeof value === 'number' && Number.isInteger(value) && value >= 200 && value <= 599;
}

function textOrNull(value: unknown): string | null {
  return typeof value === 'string' ? value : null;
}
