import { request } from 'node:http';

export interface TimedRequestOptions {
  method?: 'GET' | 'POST';
  headers?: Readonly<Record<string, string>>;
  body?: string;
  /** The source address: on Linux any of 127.0.0.0/8, so that limits by address see several clients. */
  from?: string;
}

export interface RequestTiming {
  status: number;
  ms: number;
  bytes: number;
}

/** Uses a new connection; measures from sending to the last byte of the response. */
export function sendTimedRequest(
  url: string,
  { method = 'GET', headers = {}, body, from }: TimedRequestOptions = {},
): Promise<RequestTiming> {
  const began = performance.now();
  return new Promise((resolve, reject) => {
    // A literal address, because a source address belongs to one family.
    const { port, pathname, search } = new URL(url);
    const sent = request(
      {
        host: '127.0.0.1',
        port,
        path: pathname + search,
        method,
        headers: { ...headers, host: `localhost:${port}` },
        agent: false,
        ...(from === undefined ? {} : { localAddress: from }),
      },
      (response) => {
        let bytes = 0;
        response.on('data', (chunk: Buffer) => (bytes += chunk.length));
        response.on('error', reject);
        response.on('end', () =>
          resolve({ status: response.statusCode ?? 0, ms: performance.now() - began, bytes }),
        );
      },
    );
    sent.on('error', reject);
    sent.end(body);
  });
}
