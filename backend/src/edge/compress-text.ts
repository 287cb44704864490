import type { IncomingHttpHeaders } from 'node:http';
import { promisify } from 'node:util';
import { gzip, gzipSync } from 'node:zlib';

/** Shorter ones fit into a packet or two as they are; longer ones are handed out piece by piece instead. */
const leastLength = 1024;
const mostLength = 2 * 1024 * 1024;
/** Rows shrink to a sixth at the quickest levels; more would cost time without saving much. */
const level = 3;

const gzipText = promisify<string, { level: number }, Buffer>(gzip);

/** Whether a text is worth compressing for who asked, and may be: not what is compressed already. */
export function isCompressible(text: string, asked: IncomingHttpHeaders, answered: Headers): boolean {
  return (
    text.length >= leastLength &&
    text.length <= mostLength &&
    !answered.has('content-encoding') &&
    /\bgzip\b(?!\s*;\s*q=0(?:\.0*)?\s*(?:,|$))/.test(String(asked['accept-encoding'] ?? ''))
  );
}

/**
 * Up to this length a text is compressed where it is, which takes a millisecond: in the threads for long ones it would
 * wait behind password hashes and files.
 */
const shortLength = 32 * 1024;

/** The text as gzip; a long one is made outside the thread that answers. */
export function compressText(text: string): Promise<Buffer> {
  return text.length <= shortLength ? Promise.resolve(gzipSync(text, { level })) : gzipText(text, { level });
}
