import { z } from 'zod';
import { countJsonParts } from '../../limits/count-json-parts.ts';
import { invalidRequest } from '../errors.ts';
import { bodyChunks } from './request-body.ts';

const maxBytes = 1024 * 1024;
/** Objects and keys. */
const maxParts = 1000;

/** At most 1 MiB; an empty body counts as {}. Throws InvalidRequest. */
export async function readJson<S extends z.ZodType>(request: Request, schema: S): Promise<z.output<S>> {
  const result = schema.safeParse(parse(await readText(request)));
  if (result.success) return result.data;
  const issue = result.error.issues[0];
  throw invalidRequest(
    `body${issue?.path.map((part) => `/${String(part)}`).join('') ?? ''}: ${issue?.message}`,
  );
}

async function readText(request: Request): Promise<string> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of bodyChunks(request)) {
    size += chunk.byteLength;
    if (size > maxBytes) throw invalidRequest('The request body is larger than 1 MiB: ask in parts');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

function parse(text: string): unknown {
  if (text.trim() === '') return {};
  if (countJsonParts(text, maxParts + 1) > maxParts)
    throw invalidRequest(`The request body holds more than ${maxParts} objects and keys`);
  try {
    return JSON.parse(text);
  } catch {
    throw invalidRequest('The request body is not JSON');
  }
}
