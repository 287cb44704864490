import http, { Agent as PlainAgent, type OutgoingHttpHeaders } from 'node:http';
import https, { Agent } from 'node:https';

/** The real address for requests to the drill's host, and the authority of its certificate. */
export interface ProxyEndpoint {
  name: string;
  port: number;
  /** PEM; without it plain HTTP. */
  authority?: string;
}

export const drillHost = 'www.fairlead.test';

export interface ProxyResponse {
  status: number;
  headers: http.IncomingHttpHeaders;
  body: string;
}

interface VisitOptions {
  method?: string;
  headers?: OutgoingHttpHeaders;
  body?: string | Buffer | AsyncIterable<Buffer>;
}

const timeoutMs = 60_000;

/** Rejects if the connection fails. Each visit opens a connection, unless `agent` keeps them. */
export function requestThroughProxy(
  entrance: ProxyEndpoint,
  path: string,
  options: VisitOptions = {},
): Promise<ProxyResponse> {
  const { method = 'GET', headers = {}, body } = options;
  const { authority, port } = entrance;
  const target = {
    host: '127.0.0.1',
    port,
    path,
    method,
    headers: { host: drillHost, ...headers },
    timeout: timeoutMs,
  };
  return new Promise((resolve, reject) => {
    const request = authority
      ? https.request({ ...target, servername: drillHost, ca: authority, agent: new Agent() })
      : http.request({ ...target, agent: new PlainAgent() });
    request.on('timeout', () => request.destroy(new Error(`no response in ${timeoutMs} ms`)));
    request.on('error', reject);
    request.on('response', (response) => {
      let text = '';
      response.setEncoding('utf8').on('data', (chunk: string) => (text += chunk));
      response.on('error', reject);
      response.on('end', () =>
        resolve({ status: response.statusCode ?? 0, headers: response.headers, body: text }),
      );
    });
    void send(request, body).catch(reject);
  });
}

async function send(request: http.ClientRequest, body: VisitOptions['body']): Promise<void> {
  if (body !== undefined && typeof body !== 'string' && !Buffer.isBuffer(body)) {
    for await (const chunk of body) request.write(chunk);
    request.end();
  } else request.end(body);
}
