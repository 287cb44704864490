import { brotliCompress, brotliCompressSync, constants, gzip, gzipSync } from 'node:zlib';
import { promisify } from 'node:util';

/** The encodings offered, best first. */
export type ContentEncoding = 'br' | 'gzip' | 'identity';

const compressBrotli = promisify(brotliCompress);
const compressGzip = promisify(gzip);
const textTypes =
  /^(text\/|application\/(json|javascript|xml|manifest\+json|vnd\.pgrst|rss\+xml)|image\/svg\+xml)/;

/** Browsers send few different headers, many times in a row, so the last one is cached. */
let last: { accepted: string | undefined; encoding: ContentEncoding } = {
  accepted: '',
  encoding: 'identity',
};

/** The best encoding that an Accept-Encoding header allows; `q=0` excludes one. */
export function chooseEncoding(accepted: string | undefined): ContentEncoding {
  if (accepted !== last.accepted) last = { accepted, encoding: readAccepted(accepted) };
  return last.encoding;
}

function readAccepted(accepted: string | undefined): ContentEncoding {
  if (!accepted) return 'identity';
  if (/\bbr\b(?!\s*;\s*q=0(\.0+)?\s*(,|$))/.test(accepted)) return 'br';
  return /\bgzip\b(?!\s*;\s*q=0(\.0+)?\s*(,|$))/.test(accepted) ? 'gzip' : 'identity';
}

export function isCompressible(contentType: string | null, bytes: number): boolean {
  return bytes > 200 && contentType !== null && textTypes.test(contentType);
}

/**
 * A body up to this size is compressed synchronously at a low level, which takes a millisecond; in the thread pool it
 * would wait behind password hashes and files.
 */
const shortBytes = 32 * 1024;

/**
 * `quality` is 11 for cached bodies, 3 for those sent once: from 4 on the search for repetitions takes twice the time
 * and saves 4 % of the bytes.
 */
export async function compressBody(
  body: Buffer<ArrayBuffer>,
  encoding: ContentEncoding,
  quality: number,
): Promise<Buffer<ArrayBuffer>> {
  if (encoding === 'identity') return body;
  const isShort = quality <= 4 && body.length <= shortBytes;
  if (encoding === 'br') {
    const params = {
      [constants.BROTLI_PARAM_QUALITY]: quality,
      [constants.BROTLI_PARAM_SIZE_HINT]: body.length,
    };
    return isShort ? brotliCompressSync(body, { params }) : compressBrotli(body, { params });
  }
  const level = Math.min(9, quality);
  return isShort ? gzipSync(body, { level }) : compressGzip(body, { level });
}
