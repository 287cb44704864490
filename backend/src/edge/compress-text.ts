import type { IncomingHttpHeaders } from 'node:http';
import { promisify } from 'node:util';
import { gzip, gzipSync } from 'node:zlib';

/** Shorter texts fit into a packet or two; longer ones are streamed instead. */
const minLength = 1024;
const maxLength = 2 * 1024 * 1024;
/** Rows shrink to a sixth at the fastest levels; higher ones save little more. */
const level = 3;

const gzipText = promisify<string, { level: number }, Buffer>(gzip);

export function isCompressibleText(
  text: string,
  requestHeaders: IncomingHttpHeaders,
  responseHeaders: Headers,
): boolean {
  return (
    text.length >= minLength &&
    text.length <= maxLength &&
    !responseHeaders.has('content-encoding') &&
    /\bgzip\b(?!\s*;\s*q=0(?:\.0*)?\s*(?:,|$))/.test(String(requestHeaders['accept-encoding'] ?? ''))
  );
}

/** About a millisecond in place; in the thread pool it would wait behind password hashes and files. */
const shortLength = 32 * 1024;

export function compressText(text: string): Promise<Buffer> {
  return text.length <= shortLength ? Promise.resolve(gzipSync(text, { level })) : gzipText(text, { level });
}
