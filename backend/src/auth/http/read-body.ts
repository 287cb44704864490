// Reads the JSON body of an auth request within limits of size, depth, types.
import type { z } from 'zod';
import { readBytesWithLimit } from '../../limits/read-bytes-with-limit.ts';
import { countJsonObjectsAndKeys } from '../../limits/scan-json.ts';
import { authError, validationFailedError } from './errors.ts';

const maxBytes = 64 * 1024;
const maxDepth = 32;
/** The maximum number of objects and keys. */
const maxParts = 1000;

/**
 * Throws 413 above 64 KB, 400 bad_json unless it is a JSON object, 400 validation_failed for a wrong type, nesting
 * deeper than 32 and text that PostgreSQL cannot store.
 */
export async function readAuthBody<S extends z.ZodType>(request: Request, schema: S): Promise<z.output<S>> {
  return checkBody(parseJson(await readText(request)), schema);
}

function checkBody<S extends z.ZodType>(value: object, schema: S): z.output<S> {
  rejectUnstorable(value);
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  const issue = result.error.issues[0];
  throw validationFailedError(`The field "${issue?.path.join('.')}" is wrong: ${issue?.message}`);
}

/** An empty body counts as {}. */
export async function readOptionalAuthBody<S extends z.ZodType>(
  request: Request,
  schema: S,
): Promise<z.output<S>> {
  const text = await readText(request);
  return checkBody(text === '' ? {} : parseJson(text), schema);
}

async function readText(request: Request): Promise<string> {
  const body = await readBytesWithLimit(request.body, maxBytes, () =>
    authError(413, 'request_too_large', 'The request body is larger than 64 KB'),
  );
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(body);
  } catch {
    throw authError(400, 'bad_json', 'Could not parse request body as JSON: it is not UTF-8');
  }
}

function parseJson(text: string): object {
  if (countJsonObjectsAndKeys(text, maxParts + 1) > maxParts) {
    throw authError(
      413,
      'request_too_large',
      `The request body holds more than ${maxParts} objects and keys`,
    );
  }
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw authError(400, 'bad_json', 'Could not parse request body as JSON');
  }
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value;
  throw authError(400, 'bad_json', 'Could not parse request body as JSON: it must be an object');
}

/** Rejects NUL and lone surrogates, which would cause a 500 later. */
function rejectUnstorable(body: object): void {
  let level: unknown[] = [body];
  for (let depth = 0; level.length > 0; depth++) {
    if (depth > maxDepth) throw validationFailedError('The request body is nested too deeply');
    const next: unknown[] = [];
    for (const value of level) {
      if (typeof value === 'string') rejectUnstorableText(value);
      if (typeof value !== 'object' || value === null) continue;
      for (const [key, inner] of Object.entries(value)) {
        rejectUnstorableText(key);
        next.push(inner);
      }
    }
    level = next;
  }
}

function rejectUnstorableText(text: string): void {
  if (text.includes('\0') || !text.isWellFormed()) {
    throw validationFailedError(
      'The request body holds a character that cannot be stored (NUL or half a surrogate pair)',
    );
  }
}
