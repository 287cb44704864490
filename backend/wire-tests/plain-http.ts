// Many plain requests over kept connections: what a client library spends on comfort would be most of the time here.
import { Agent, request } from 'node:http';

export interface PlainRequest {
  path: string;
  method: string;
  headers: Record<string, string>;
  body: string | undefined;
}

export interface PlainAnswer {
  status: number;
  text: string;
}

/** Opens up to `connections` of them to an origin. Answers the function that asks, and the one that hangs up. */
export function openPlainHttp(
  origin: string,
  connections: number,
): { ask: (what: PlainRequest) => Promise<PlainAnswer>; close: () => void } {
  const agent = new Agent({ keepAlive: true, maxSockets: connections });
  const { hostname, port } = new URL(origin);

  function ask({ path, method, headers, body }: PlainRequest): Promise<PlainAnswer> {
    return new Promise((resolve, reject) => {
      const sent = request({ agent, hostname, port, path, method, headers }, (response) => {
        let text = '';
        response.setEncoding('utf8');
        response.on('data', (chunk: string) => (text += chunk));
        response.on('end', () => resolve({ status: response.statusCode ?? 0, text }));
        response.on('error', reject);
      });
      sent.on('error', reject);
      sent.end(body);
    });
  }

  return { ask, close: () => agent.destroy() };
}
