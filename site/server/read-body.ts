import type { IncomingMessage } from 'node:http';

/** Far above what any form or action of the site accepts. Files go to /storage/v1, which has its own limits. */
const maxBodyBytes = 1024 * 1024;

/**
 * The whole body, before an action runs: one that is too long or ends early then never looks like a fault of the action.
 * What is over the limit is not read.
 */
export async function readBody(
  request: IncomingMessage,
  maxBytes = maxBodyBytes,
): Promise<Buffer<ArrayBuffer> | 'too-long' | 'left'> {
  if (Number(request.headers['content-length'] ?? 0) > maxBytes) return 'too-long';
  const chunks: Buffer[] = [];
  let bytes = 0;
  try {
    // Destroying the request would close the connection, which still carries the response.
    for await (const chunk of request.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
      bytes += chunk.length;
      if (bytes > maxBytes) return 'too-long';
      chunks.push(chunk);
    }
  } catch {
    return 'left';
  }
  return request.complete ? Buffer.concat(chunks) : 'left';
}
