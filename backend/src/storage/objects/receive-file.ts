// Receives the file of an upload, which is the body itself or a part of a form; streamed in both cases.
import { once } from 'node:events';
import type { Readable } from 'node:stream';
import { Busboy, type BusboyHeaders, type BusboyInstance } from '@fastify/busboy';
import { withTimeout } from '../../errors/call-all.ts';
import { countJsonObjectsAndKeys } from '../../limits/scan-json.ts';
import { bodyChunks } from '../http/request-body.ts';
import { invalidStorageRequestError, StorageError } from '../errors.ts';

export interface UploadedFileMetadata {
  contentType: string;
  cacheControl: string;
  contentEncoding: string | undefined;
  userMetadata: Record<string, unknown> | null;
}

export type UploadConsumer<T> = (contentType: string, bytes: AsyncIterable<Uint8Array>) => Promise<T>;

const formLimits = {
  fieldNameSize: 100,
  fieldSize: 64 * 1024,
  fields: 20,
  files: 1,
  parts: 25,
  headerPairs: 20,
};
/** Maximum number of objects and keys. */
const maxMetadataParts = 1000;
const maxMetadataDepth = 32;
const encodings = new Set(['gzip', 'br', 'deflate', 'zstd']);

export async function receiveFile<T>(
  request: Request,
  consume: UploadConsumer<T>,
): Promise<{ result: T; description: UploadedFileMetadata }> {
  const type = request.headers.get('content-type') ?? 'application/octet-stream';
  if (/^multipart\/form-data/i.test(type)) return receiveForm(request, type, consume);
  const description: UploadedFileMetadata = {
    contentType: type,
    cacheControl: request.headers.get('cache-control') ?? 'no-cache',
    contentEncoding: knownEncoding(request.headers.get('content-encoding')),
    userMetadata: readMetadataHeader(request),
  };
  return { result: await consume(type, withIdleTimeout(bodyChunks(request))), description };
}

async function receiveForm<T>(
  request: Request,
  type: string,
  consume: UploadConsumer<T>,
): Promise<{ result: T; description: UploadedFileMetadata }> {
  const parser = openParser(type);
  const fields = new Map<string, string>();
  let contentType = '';
  let consuming: Promise<T> | undefined;
  let file: Readable | undefined;

  parser.on('field', (name, value, _nameCut, valueCut) => {
    if (valueCut)
      parser.destroy(invalidStorageRequestError(`The field ${name.slice(0, 100)} is longer than 64 KiB`));
    fields.set(name, value);
  });
  // supabase-js names the field of the file with an empty text; any name is accepted.
  parser.on('file', (_name, stream, _filename, _encoding, mimeType) => {
    file = stream;
    // The stream is destroyed if the upload fails; without a listener, its error would end the process once nothing
    // reads it.
    stream.on('error', () => {});
    contentType = mimeType || 'application/octet-stream';
    consuming = consume(contentType, stream);
    consuming.catch((error: Error) => parser.destroy(error));
  });
  parser.on('filesLimit', () => parser.destroy(invalidStorageRequestError('An upload holds one file')));
  // Without this, the parser would read the remaining parts only to discard them.
  for (const limit of ['fieldsLimit', 'partsLimit'] as const)
    parser.on(limit, () =>
      parser.destroy(invalidStorageRequestError(`An upload holds at most ${formLimits.fields} fields`)),
    );

  try {
    await feed(parser, withIdleTimeout(bodyChunks(request)));
  } catch (cause) {
    const error = hasStatus(cause)
      ? cause
      : invalidStorageRequestError('The form is not well made, or ended too early');
    file?.destroy(error as Error);
    // Waits for the consumer to clean up.
    await consuming;
    throw error;
  }
  if (!consuming) throw invalidStorageRequestError('The form holds no file');
  return { result: await consuming, description: { contentType, ...describeFields(fields) } };
}

/** A pipeline would close the connection together with the parser, so that no error response could be sent. */
async function feed(parser: BusboyInstance, chunks: AsyncIterable<Uint8Array>): Promise<void> {
  const failed = new Promise<never>((_resolve, reject) => parser.on('error', reject));
  const finished = new Promise<void>((resolve) => parser.once('finish', resolve));
  failed.catch(() => {});
  for await (const chunk of chunks) {
    if (parser.destroyed || !parser.write(chunk)) await Promise.race([once(parser, 'drain'), failed]);
  }
  parser.end();
  await Promise.race([finished, failed]);
}

function openParser(type: string): BusboyInstance {
  try {
    return new Busboy({ headers: { 'content-type': type } as BusboyHeaders, limits: formLimits });
  } catch {
    throw invalidStorageRequestError('The form names no boundary');
  }
}

function describeFields(fields: Map<string, string>): Omit<UploadedFileMetadata, 'contentType'> {
  const age = fields.get('cacheControl');
  return {
    // The client sends only the seconds.
    cacheControl: age === undefined ? 'no-cache' : /^\d+$/.test(age) ? `max-age=${age}` : age,
    contentEncoding: knownEncoding(fields.get('contentEncoding')),
    userMetadata: parseMetadata(fields.get('metadata')),
  };
}

function knownEncoding(value: string | null | undefined): string | undefined {
  const encoding = value?.trim().toLowerCase();
  if (!encoding || encoding === 'identity') return undefined;
  if (encodings.has(encoding)) return encoding;
  throw invalidStorageRequestError('The content encoding must be gzip, br, deflate or zstd');
}

/** `x-metadata`: the user's own metadata as JSON in base64. */
export function readMetadataHeader(request: Request): Record<string, unknown> | null {
  return parseMetadata(Buffer.from(request.headers.get('x-metadata') ?? '', 'base64').toString('utf8'));
}

function parseMetadata(text: string | undefined): Record<string, unknown> | null {
  if (text === undefined || text === '') return null;
  if (countJsonObjectsAndKeys(text, maxMetadataParts + 1) > maxMetadataParts)
    throw invalidStorageRequestError(`The metadata holds more than ${maxMetadataParts} objects and keys`);
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    // The error is thrown below.
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw invalidStorageRequestError('The metadata must be a JSON object');
  }
  if (depthOf(value) > maxMetadataDepth)
    throw invalidStorageRequestError('The metadata is nested too deeply');
  return value as Record<string, unknown>;
}

/** Iterates level by level, because deep nesting would overflow the stack of a recursion. */
function depthOf(value: object): number {
  let depth = 0;
  for (let level: unknown[] = [value]; level.length > 0 && depth <= maxMetadataDepth; depth++) {
    level = level.flatMap((item) => (typeof item === 'object' && item !== null ? Object.values(item) : []));
  }
  return depth;
}

function hasStatus(error: unknown): boolean {
  return typeof (error as { status?: unknown }).status === 'number';
}

const idleTimeoutMs = 30_000;

/** Throws RequestTimeout (408) if the next chunk takes too long. */
async function* withIdleTimeout(source: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array, void> {
  const chunks = source[Symbol.asyncIterator]();
  let ended = false;
  try {
    for (;;) {
      const chunk = await withTimeout(chunks.next(), idleTimeoutMs, idleError);
      if (chunk.done) {
        ended = true;
        return;
      }
      yield chunk.value;
    }
  } finally {
    // Not awaited, because this would wait forever for a source that hangs.
    if (!ended) chunks.return?.().catch(() => {});
  }
}

function idleError(): StorageError {
  return new StorageError(408, 'RequestTimeout', 'The upload stood still for too long');
}
