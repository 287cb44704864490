// The two ways a file arrives: as the body itself, or as a part of a form. Either way it flows through, piece by piece.
import { once } from 'node:events';
import type { Readable } from 'node:stream';
import { Busboy } from '@fastify/busboy';
import type { BusboyHeaders, BusboyInstance } from '@fastify/busboy';
import { patient } from '../blobs/with-idle-timeout.ts';
import { bodyChunks } from '../http/request-body.ts';
import { invalidRequest } from '../errors.ts';

/** What the sender says of a file. */
export interface FileFacts {
  contentType: string;
  cacheControl: string;
  contentEncoding: string | undefined;
  userMetadata: Record<string, unknown> | null;
}

/** Takes the bytes of a file whose type is known. */
export type Take<T> = (contentType: string, bytes: AsyncIterable<Uint8Array>) => Promise<T>;

const formLimits = {
  fieldNameSize: 100,
  fieldSize: 64 * 1024,
  fields: 20,
  files: 1,
  parts: 25,
  headerPairs: 20,
};
const deepestMetadata = 32;
const encodings = new Set(['gzip', 'br', 'deflate', 'zstd']);

/** Hands the file of a request to `take`, and answers what that answers with what the sender says of the file. */
export async function receiveFile<T>(
  request: Request,
  take: Take<T>,
): Promise<{ taken: T; facts: FileFacts }> {
  const type = request.headers.get('content-type') ?? 'application/octet-stream';
  if (/^multipart\/form-data/i.test(type)) return receiveForm(request, type, take);
  const facts: FileFacts = {
    contentType: type,
    cacheControl: request.headers.get('cache-control') ?? 'no-cache',
    contentEncoding: knownEncoding(request.headers.get('content-encoding')),
    userMetadata: parseMetadata(fromBase64(request.headers.get('x-metadata'))),
  };
  return { taken: await take(type, patient(bodyChunks(request))), facts };
}

async function receiveForm<T>(
  request: Request,
  type: string,
  take: Take<T>,
): Promise<{ taken: T; facts: FileFacts }> {
  const parser = openParser(type);
  const fields = new Map<string, string>();
  let contentType = '';
  let taking: Promise<T> | undefined;
  let file: Readable | undefined;

  parser.on('field', (name, value, _nameCut, valueCut) => {
    if (valueCut) parser.destroy(invalidRequest(`The field ${name.slice(0, 100)} is longer than 64 KiB`));
    fields.set(name, value);
  });
  // The client names the field of the file with an empty text; any name is taken.
  parser.on('file', (_name, stream, _filename, _encoding, mimeType) => {
    file = stream;
    // It ends in error whenever the upload does, perhaps with nobody reading any more.
    stream.on('error', () => {});
    contentType = mimeType || 'application/octet-stream';
    taking = take(contentType, stream);
    taking.catch((error: Error) => parser.destroy(error));
  });
  parser.on('filesLimit', () => parser.destroy(invalidRequest('An upload holds one file')));

  try {
    await feed(parser, patient(bodyChunks(request)));
  } catch (cause) {
    const error = isClientError(cause)
      ? cause
      : invalidRequest('The form is not well made, or ended too early');
    file?.destroy(error as Error);
    // Whoever takes the bytes cleans up first.
    await taking;
    throw error;
  }
  if (!taking) throw invalidRequest('The form holds no file');
  return { taken: await taking, facts: { contentType, ...factsOf(fields) } };
}

/** Not a pipeline: that would close the connection with the parser, and no refusal could be told. */
async function feed(parser: BusboyInstance, pieces: AsyncIterable<Uint8Array>): Promise<void> {
  const failed = new Promise<never>((_resolve, reject) => parser.on('error', reject));
  const finished = new Promise<void>((resolve) => parser.once('finish', resolve));
  failed.catch(() => {});
  for await (const piece of pieces) {
    if (parser.destroyed || !parser.write(piece)) await Promise.race([once(parser, 'drain'), failed]);
  }
  parser.end();
  await Promise.race([finished, failed]);
}

function openParser(type: string): BusboyInstance {
  try {
    return new Busboy({ headers: { 'content-type': type } as BusboyHeaders, limits: formLimits });
  } catch {
    throw invalidRequest('The form names no boundary');
  }
}

function factsOf(fields: Map<string, string>): Omit<FileFacts, 'contentType'> {
  const age = fields.get('cacheControl');
  return {
    // The client sends seconds alone.
    cacheControl: age === undefined ? 'no-cache' : /^\d+$/.test(age) ? `max-age=${age}` : age,
    contentEncoding: knownEncoding(fields.get('contentEncoding')),
    userMetadata: parseMetadata(fields.get('metadata')),
  };
}

function knownEncoding(value: string | null | undefined): string | undefined {
  const encoding = value?.trim().toLowerCase();
  if (!encoding || encoding === 'identity') return undefined;
  if (encodings.has(encoding)) return encoding;
  throw invalidRequest('The content encoding must be gzip, br, deflate or zstd');
}

function fromBase64(value: string | null): string | undefined {
  return value === null ? undefined : Buffer.from(value, 'base64').toString('utf8');
}

function parseMetadata(text: string | undefined): Record<string, unknown> | null {
  if (text === undefined || text === '') return null;
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    // Said below.
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw invalidRequest('The metadata must be a JSON object');
  }
  if (depthOf(value) > deepestMetadata) throw invalidRequest('The metadata is nested too deeply');
  return value as Record<string, unknown>;
}

/** Level by level: whoever nests deep enough would end a recursion. */
function depthOf(value: object): number {
  let depth = 0;
  for (let level: unknown[] = [value]; level.length > 0 && depth <= deepestMetadata; depth++) {
    level = level.flatMap((item) => (typeof item === 'object' && item !== null ? Object.values(item) : []));
  }
  return depth;
}

function isClientError(error: unknown): boolean {
  return typeof (error as { status?: unknown }).status === 'number';
}
