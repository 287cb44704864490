import { createHash } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { chooseEncoding, compressBody, isCompressible, type ContentEncoding } from './encoding.ts';

/** One body in one encoding, with its headers as a flat list, which is fastest for writeHead. */
interface Variant {
  etag: string;
  head: string[];
  notModified: string[];
  body: Buffer;
}

/** A response in memory: compressed once, with an ETag for each encoding. */
export interface StoredResponse {
  bytes: number;
  variants: Partial<Record<ContentEncoding, Variant>>;
}

/** `headers` must contain content-type and cache-control. Compresses at once, so that sending is synchronous. */
export async function createStoredResponse(
  body: Buffer<ArrayBuffer>,
  headers: Record<string, string>,
  quality = 11,
): Promise<StoredResponse> {
  const hash = createHash('sha256').update(body).digest('base64url').slice(0, 22);
  const encodings: ContentEncoding[] = isCompressible(headers['content-type'] ?? null, body.length)
    ? ['identity', 'gzip', 'br']
    : ['identity'];
  const stored: StoredResponse = { bytes: 0, variants: {} };
  for (const encoding of encodings) {
    const encoded = await compressBody(body, encoding, quality);
    const etag = `"${hash}-${encoding}"`;
    const common = Object.entries({ ...headers, etag, vary: 'accept-encoding' });
    const full = [...common, ['content-length', String(encoded.length)]];
    if (encoding !== 'identity') full.push(['content-encoding', encoding]);
    stored.variants[encoding] = { etag, head: full.flat(), notModified: common.flat(), body: encoded };
    stored.bytes += encoded.length + 1_000;
  }
  return stored;
}

function isFresh(ifNoneMatch: string | undefined, etag: string): boolean {
  if (!ifNoneMatch) return false;
  return (
    ifNoneMatch === etag ||
    ifNoneMatch === '*' ||
    ifNoneMatch.split(',').some((tag) => tag.trim().replace(/^W\//, '') === etag)
  );
}

/** Responds to GET and HEAD, with 304 if the client has the same bytes. */
export function sendStoredResponse(
  request: IncomingMessage,
  response: ServerResponse,
  stored: StoredResponse,
  status = 200,
): void {
  const encoding = chooseEncoding(request.headers['accept-encoding'] as string | undefined);
  const variant = stored.variants[encoding] ?? stored.variants.identity;
  if (!variant) throw new Error('a stored response always has its identity variant');
  if (status === 200 && isFresh(request.headers['if-none-match'], variant.etag)) {
    response.writeHead(304, variant.notModified);
    response.end();
    return;
  }
  response.writeHead(status, variant.head);
  response.end(request.method === 'HEAD' ? undefined : variant.body);
}
