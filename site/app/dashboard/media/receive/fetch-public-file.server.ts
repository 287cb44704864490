// Fetches a file of another host for a staff member: only from public addresses, within limits of size and time.
import { lookup } from 'node:dns/promises';
import { request as httpRequest, type IncomingMessage } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { isIP } from 'node:net';
import { isPublicAddress } from './is-public-address.server.ts';

export interface FetchPublicFileOptions {
  maxBytes: number;
  timeoutMs: number;
  /** The addresses of a host name; in tests, those of a local server. */
  resolve?: (host: string) => Promise<readonly string[]>;
  isAllowed?: (address: string) => boolean;
  ports?: readonly string[];
}

/** Why there is no file. The caller must not learn more: the reasons would map a private network. */
export class UnreachableFileError extends Error {}
export class FileTooLargeError extends Error {}

/** Other ports would let a staff member scan other servers from here; '' is the scheme's own. */
const usualPorts = ['', '80', '443'];
const maxRedirects = 5;
const redirectStatuses = new Set([301, 302, 303, 307, 308]);

/** Throws UnreachableFileError or FileTooLargeError. */
export async function fetchPublicFile(address: string, options: FetchPublicFileOptions): Promise<Uint8Array> {
  const signal = AbortSignal.timeout(options.timeoutMs);
  try {
    let url = new URL(address);
    for (let redirects = 0; redirects <= maxRedirects; redirects += 1) {
      const response = await open(url, options, signal);
      try {
        const { statusCode = 0, headers } = response;
        if (statusCode === 200) return await readBytes(response, options.maxBytes);
        if (!redirectStatuses.has(statusCode) || headers.location === undefined)
          throw new UnreachableFileError(`status ${statusCode}`);
        url = new URL(headers.location, url);
      } finally {
        response.destroy();
      }
    }
    throw new UnreachableFileError('too many redirects');
  } catch (error) {
    if (error instanceof UnreachableFileError || error instanceof FileTooLargeError) throw error;
    throw new UnreachableFileError('no response', { cause: error });
  }
}

/**
 * Resolves the host once and connects to that address: a second look-up for the connection could return a private
 * one. Each redirect comes here again.
 */
async function open(
  url: URL,
  { resolve = resolveHost, isAllowed = isPublicAddress, ports = usualPorts }: FetchPublicFileOptions,
  signal: AbortSignal,
): Promise<IncomingMessage> {
  if ((url.protocol !== 'http:' && url.protocol !== 'https:') || url.username !== '' || url.password !== '')
    throw new UnreachableFileError('not a plain web address');
  if (!ports.includes(url.port)) throw new UnreachableFileError(`port ${url.port}`);
  const host = url.hostname.replace(/^\[(.*)\]$/, '$1');
  const addresses = isIP(host) ? [host] : await withSignal(resolve(host), signal);
  const [address] = addresses;
  if (address === undefined || !addresses.every(isAllowed))
    throw new UnreachableFileError(`no public address: ${host}`);
  const send = url.protocol === 'https:' ? httpsRequest : httpRequest;
  return new Promise((done, fail) => {
    const request = send(url, {
      agent: false,
      headers: {
        accept: 'image/*',
        'accept-encoding': 'identity',
        'user-agent': 'fairlead-image-copy',
      },
      lookup(_host, { all }, found) {
        const family = isIP(address);
        if (all) found(null, [{ address, family }]);
        else found(null, address, family);
      },
      signal,
    });
    request.once('response', done);
    // Also after the response: an error without a listener would end the process.
    request.on('error', fail);
    request.end();
  });
}

async function resolveHost(host: string): Promise<readonly string[]> {
  const found = await lookup(host, { all: true });
  return found.map(({ address }) => address);
}

/** Rejects when the signal is aborted: a look-up can't be cancelled. */
function withSignal<Result>(work: Promise<Result>, signal: AbortSignal): Promise<Result> {
  const { promise: aborted, reject } = Promise.withResolvers<never>();
  signal.addEventListener('abort', () => reject(new Error('timeout')), { once: true });
  return Promise.race([work, aborted]);
}

async function readBytes(response: IncomingMessage, maxBytes: number): Promise<Uint8Array> {
  if (Number(response.headers['content-length'] ?? 0) > maxBytes) throw new FileTooLargeError();
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of response as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    if (bytes > maxBytes) throw new FileTooLargeError();
    chunks.push(chunk);
  }
  if (!response.complete) throw new UnreachableFileError('incomplete');
  return Buffer.concat(chunks);
}
