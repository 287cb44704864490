// Sends requests over keep-alive connections, because fetch would take most of the time.
import { Agent, request } from 'node:http';

export interface PlainRequest {
  path: string;
  method: string;
  headers: Record<string, string>;
  body: string | undefined;
}

export interface PlainResponse {
  status: number;
  text: string;
}

export function openPlainHttp(
  origin: string,
  maxConnections: number,
): { send: (what: PlainRequest) => Promise<PlainResponse>; close: () => void } {
  const agent = new Agent({ keepAlive: true, maxSockets: maxConnections });
  const { hostname, port } = new URL(origin);

  function send({ path, method, headers, body }: PlainRequest): Promise<PlainResponse> {
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

  return { send, close: () => agent.destroy() };
}
