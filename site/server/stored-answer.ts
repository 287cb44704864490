import { createHash } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { chooseEncoding, compress, isCompressible, type Encoding } from './encoding.ts';

/** One body in one encoding, with its headers as the flat list that writeHead takes fastest. */
interface Variant {
  etag: string;
  head: string[];
  notModified: string[];
  body: Buffer;
}

/** An answer kept in memory: compressed once, an ETag for each encoding. */
export interface StoredAnswer {
  bytes: number;
  variants: Partial<Record<Encoding, Variant>>;
}

/** `headers` must hold content-type and cache-control. Compresses at once, so that answering is synchronous. */
export async function storeAnswer(
  body: Buffer<ArrayBuffer>,
  headers: Record<string, string>,
  quality = 11,
): Promise<StoredAnswer> {
  const hash = createHash('sha256').update(body).digest('base64url').slice(0, 22);
  const encodings: Encoding[] = isCompressible(headers['content-type'] ?? null, body.length)
    ? ['identity', 'gzip', 'br']
    : ['identity'];
  const answer: StoredAnswer = { bytes: 0, variants: {} };
  for (const encoding of encodings) {
    const encoded = await compress(body, encoding, quality);
    const etag = `"${hash}-${encoding}"`;
    const kept = Object.entries({ ...headers, etag, vary: 'accept-encoding' });
    const whole = [...kept, ['content-length', String(encoded.length)]];
    if (encoding !== 'identity') whole.push(['content-encoding', encoding]);
    answer.variants[encoding] = { etag, head: whole.flat(), notModified: kept.flat(), body: encoded };
    answer.bytes += encoded.length + 1_000;
  }
  return answer;
}

function isFresh(ifNoneMatch: string | undefined, etag: string): boolean {
  if (!ifNoneMatch) return false;
  return (
    ifNoneMatch === etag ||
    ifNoneMatch === '*' ||
    ifNoneMatch.split(',').some((tag) => tag.trim().replace(/^W\//, '') === etag)
  );
}

/** Answers GET and HEAD, with 304 where the caller holds the same bytes. */
export function sendAnswer(request: IncomingMessage, response: ServerResponse, answer: StoredAnswer): void {
  const encoding = chooseEncoding(request.headers['accept-encoding'] as string | undefined);
  const variant = answer.variants[encoding] ?? answer.variants.identity;
  if (!variant) throw new Error('a stored answer always has its plain form');
  if (isFresh(request.headers['if-none-match'], variant.etag)) {
    response.writeHead(304, variant.notModified);
    response.end();
    return;
  }
  response.writeHead(200, variant.head);
  response.end(request.method === 'HEAD' ? undefined : variant.body);
}
