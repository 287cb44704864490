// The receiver of a hook: accepts JSON by POST, checks the signature (Standard Webhooks) and sends the configured
// reply.
import { createHmac } from 'node:crypto';
import { createServer } from 'node:http';
import { text } from 'node:stream/consumers';
import { listenOnLoopback } from './listen-on-loopback.ts';

export interface Reply {
  status?: number;
  headers?: Record<string, string>;
  /** Sent as JSON; a string is sent unchanged. */
  body?: unknown;
}

export interface Webhook {
  /** Values for `uri` and `secrets` of a hook in config.toml. */
  uri: string;
  secrets: string;
  inputs: Record<string, unknown>[];
  close(): Promise<void>;
}

/** Listens on loopback; a forged request gets 401 and is not counted. `reply` may never settle. */
export async function startWebhook(
  reply: (input: Record<string, unknown>) => Reply | Promise<Reply>,
): Promise<Webhook> {
  const key = Buffer.from('a key of thirty-two bytes, ok. .');
  const inputs: Webhook['inputs'] = [];
  const server = createServer(async (request, response) => {
    const body = await text(request);
    const { 'webhook-id': id, 'webhook-timestamp': time, 'webhook-signature': signature } = request.headers;
    const expected = createHmac('sha256', key)
      .update(`${String(id)}.${String(time)}.${body}`)
      .digest('base64');
    if (!String(signature).split(' ').includes(`v1,${expected}`)) {
      response.writeHead(401).end();
      return;
    }
    const input = JSON.parse(body) as Record<string, unknown>;
    inputs.push(input);
    const { status = 200, headers, body: output = {} } = await reply(input);
    response
      .writeHead(status, { 'content-type': 'application/json', ...headers })
      .end(typeof output === 'string' ? output : JSON.stringify(output));
  });
  const { url, close } = await listenOnLoopback(server);
  return { uri: `${url}/hook`, secrets: `v1,whsec_${key.toString('base64')}`, inputs, close };
}
