import { brotliCompress, constants, gzip, gzipSync } from 'node:zlib';
import { promisify } from 'node:util';

/** The encodings served, best first. */
export type Encoding = 'br' | 'gzip' | 'identity';

const compressBrotli = promisify(brotliCompress);
const compressGzip = promisify(gzip);
const textTypes =
  /^(text\/|application\/(json|javascript|xml|manifest\+json|vnd\.pgrst|rss\+xml)|image\/svg\+xml)/;

/** Browsers send few different headers, in long rows: the last one is remembered. */
let last: { accepted: string | undefined; encoding: Encoding } = { accepted: '', encoding: 'identity' };

/** The best encoding that an Accept-Encoding header allows; `q=0` refuses one. */
export function chooseEncoding(accepted: string | undefined): Encoding {
  if (accepted !== last.accepted) last = { accepted, encoding: readAccepted(accepted) };
  return last.encoding;
}

function readAccepted(accepted: string | undefined): Encoding {
  if (!accepted) return 'identity';
  if (/\bbr\b(?!\s*;\s*q=0(\.0+)?\s*(,|$))/.test(accepted)) return 'br';
  return /\bgzip\b(?!\s*;\s*q=0(\.0+)?\s*(,|$))/.test(accepted) ? 'gzip' : 'identity';
}

export function isCompressible(contentType: string | null, bytes: number): boolean {
  return bytes > 200 && contentType !== null && textTypes.test(contentType);
}

/** `quality` 11 for what is kept, 4 for what is sent once. */
export function compress(
  body: Buffer<ArrayBuffer>,
  encoding: Encoding,
  quality: number,
): Promise<Buffer<ArrayBuffer>> {
  if (encoding === 'br') {
    const params = {
      [constants.BROTLI_PARAM_QUALITY]: quality,
      [constants.BROTLI_PARAM_SIZE_HINT]: body.length,
    };
    return compressBrotli(body, { params });
  }
  if (encoding === 'identity') return Promise.resolve(body);
  const level = Math.min(9, quality);
  // A short text at a low level is packed sooner than another thread can be woken for it.
  if (level <= 4 && body.length < 8 * 1024) return Promise.resolve(gzipSync(body, { level }));
  return compressGzip(body, { level });
}
