// Generated pipelines of requests on one connection, and generated frames on realtime sockets.
import { once } from 'node:events';
import { Client } from 'undici';
import { WebSocket } from 'ws';
import type { Random } from '@fairlead/backend/testing';
import type { ConnectionFuzzer } from '../../../product-tests/server/requests/fuzz-product.ts';
import type { ValueGenerator } from '../../../product-tests/server/requests/generate-value.ts';

export const connectionFuzzer: ConnectionFuzzer = { sendPipeline, sendFrames };

type SendPipeline = ConnectionFuzzer['sendPipeline'];
type Requests = Parameters<SendPipeline>[1];
type Responses = Awaited<ReturnType<SendPipeline>>;

/**
 * Writes requests at once to a connection of their own. The server may close it after a response with `Connection:
 * close`, or with a 4xx of its parser; what follows has the status -1 then, and no fault.
 */
async function sendPipeline(origin: string, requests: Requests): Promise<Responses> {
  const client = new Client(origin, { pipelining: requests.length, allowH2: false });
  let isClosing = false;
  async function send({ path, method, headers, body }: Requests[number]): Promise<Responses[number]> {
    try {
      const response = await client.request({
        path,
        method: method as 'GET',
        headers,
        body: body ?? null,
        idempotent: true,
        blocking: false,
      });
      isClosing ||= response.headers['connection'] === 'close';
      return { status: response.statusCode, text: await response.body.text() };
    } catch (error) {
      return { status: isClosing ? -1 : 0, text: String(error) };
    }
  }
  const responses = await Promise.all(requests.map(send));
  client.destroy().catch(() => {});
  return responses;
}

const events = [
  'phx_join',
  'phx_leave',
  'access_token',
  'broadcast',
  'presence',
  'postgres_changes',
  'heartbeat',
  'zq',
];

/** Mostly a frame that the server accepts, with unusual values in all positions. */
function generateFrame(random: Random, value: ValueGenerator): string | Buffer {
  if (random.chance(0.05)) return value.body(random);
  if (random.chance(0.05)) return Buffer.from(value.text(random));
  const text = () => value.text(random);
  const change = () => ({
    event: random.pick(['*', 'INSERT', text()]),
    schema: random.pick(['public', 'public', text()]),
    table: random.pick(['leads', 'services', 'staff', text()]),
    ...(random.chance(0.3) && { filter: random.pick([`id=eq.${text()}`, `status=in.(${text()})`, text()]) }),
  });
  const payload = random.pick<() => unknown>([
    () => ({
      config: {
        broadcast: { ack: random.chance(0.5), self: random.chance(0.5) },
        presence: { key: text(), enabled: random.chance(0.5) },
        postgres_changes: Array.from({ length: random.below(4) }, change),
        private: random.pick([true, false, text()]),
      },
      access_token: random.pick([null, text()]),
    }),
    () => ({
      type: random.pick(['broadcast', 'presence', text()]),
      event: random.pick(['track', text()]),
      payload: { a: text() },
    }),
    () => ({ access_token: text() }),
    () => value.of(random, 'Json'),
    () => ({}),
  ])();
  const topic = random.pick([
    'realtime:public:leads',
    'realtime:dashboard',
    'phoenix',
    `realtime:${text()}`,
    text(),
  ]);
  return JSON.stringify([
    random.pick(['1', '2', null]),
    String(random.below(9)),
    topic,
    random.pick(events),
    payload,
  ]);
}

/**
 * Sends frames on one socket, then a heartbeat, which must be replied unless the server has closed the socket with a
 * reason. Resolves to what is wrong.
 */
async function sendFrames(
  origin: string,
  key: string,
  random: Random,
  { value, count }: { value: ValueGenerator; count: number },
): Promise<string | null> {
  const version = random.pick(['1.0.0', '2.0.0']);
  const socket = new WebSocket(
    `${origin.replace('http', 'ws')}/realtime/v1/websocket?apikey=${key}&vsn=${version}`,
    { headers: { 'x-forwarded-for': [10, 0, 0, 0].map((part) => part || random.below(256)).join('.') } },
  );
  socket.on('error', () => {});
  const closed = new Promise<string | null>((resolve) =>
    socket.once('close', (code, reason) =>
      resolve(code === 1006 || code === 1011 ? `socket closed with ${code} ${String(reason)}` : null),
    ),
  );
  try {
    await once(socket, 'open');
    for (let sent = 0; sent < count; sent += 1) socket.send(generateFrame(random, value));
    const frame = [null, 'last', 'phoenix', 'heartbeat', {}];
    const [join_ref, ref, topic, event, payload] = frame;
    const replied = new Promise<null>((resolve) =>
      socket.on('message', (data) => String(data).includes('"last"') && resolve(null)),
    );
    socket.send(JSON.stringify(version === '1.0.0' ? { join_ref, ref, topic, event, payload } : frame));
    return await Promise.race([replied, closed]);
  } finally {
    socket.close();
  }
}
