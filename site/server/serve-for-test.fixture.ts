// An HTTP server for one test, and its client.
import { once } from 'node:events';
import {
  createServer,
  request,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type OutgoingHttpHeaders,
  type RequestListener,
} from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { onTestFinished } from 'vitest';

interface TestResponse {
  status: number;
  headers: IncomingHttpHeaders;
  /** As they were sent. */
  bytes: Buffer;
  /** Decompressed. */
  text: string;
}

const maxHeaderSize = 400_000;

/** Returns a client over node:http, because fetch would normalize paths. */
export async function serveForTest(handle: RequestListener) {
  const server = createServer({ maxHeaderSize }, handle).listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  const { port } = server.address() as AddressInfo;
  return async function ask(
    path: string,
    { method = 'GET', headers = {} }: { method?: string; headers?: OutgoingHttpHeaders } = {},
  ): Promise<TestResponse> {
    const options = { port, path, method, maxHeaderSize, headers: { connection: 'close', ...headers } };
    const [response] = (await once(request(options).end(), 'response')) as [IncomingMessage];
    const bytes = await buffer(response);
    const encoding = response.headers['content-encoding'];
    const plain =
      encoding === 'br' ? brotliDecompressSync(bytes) : encoding === 'gzip' ? gunzipSync(bytes) : bytes;
    return { status: response.statusCode ?? 0, headers: response.headers, bytes, text: plain.toString() };
  };
}
