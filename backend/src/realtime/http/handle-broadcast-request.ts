// POST /realtime/v1/api/broadcast: broadcasts without a socket.
import { z } from 'zod';
import type { Caller } from '../../database/run-sql-as-caller.ts';
import { type BackendError, httpError } from '../../errors/backend-error.ts';
import { clientIpKey } from '../../limits/client-ip-key.ts';
import { countJsonObjectsAndKeys, scanJson } from '../../limits/scan-json.ts';
import type { RateLimitRule } from '../../limits/rate-limiter.ts';
import { readChannelPermissions, unauthorizedChannelMessage } from '../channels/permissions.ts';
import { sendBroadcast } from '../channels/send-broadcast.ts';
import type { Broadcast } from '../channels/topic-registry.ts';
import type { RealtimeContext } from '../context.ts';
import { RealtimeProtocolError } from '../realtime-protocol-error.ts';
import { stringifyParsedJson, type BroadcastBody } from '../socket/frames.ts';

/** Objects and keys: a body with more counts as several requests. */
const partsPerRequest = 1000;
const rule: RateLimitRule = { name: 'realtime.broadcast', points: 600, windowS: 60 };
// PostgreSQL cannot store NUL, and topics of private channels are used in its queries.
const topic = z.string().min(1).max(255).refine(withoutNul, 'must not hold the NUL character');

const schema = z.object({
  messages: z
    .array(
      z.object({
        topic,
        event: z.string().min(1).refine(withoutNul, 'must not hold the NUL character'),
        payload: z.unknown().optional(),
        private: z.boolean().nullish(),
      }),
    )
    .min(1)
    .max(100),
});

export async function handleBroadcastRequest(context: RealtimeContext, request: Request): Promise<Response> {
  const { pathname, searchParams } = new URL(request.url);
  const path = /^\/realtime\/v1\/api\/broadcast(?:\/([^/]+)\/events\/([^/]+))?\/?$/.exec(pathname);
  if (pathname === '/realtime/v1/websocket') {
    throw httpError(426, 'upgrade_required', 'Open a WebSocket here, with ?apikey= and ?vsn=');
  }
  if (path === null) {
    throw httpError(404, 'not_found', `No endpoint ${pathname}: send to /realtime/v1/api/broadcast`);
  }
  const [, one, event] = path;
  if (request.method !== 'POST') throw httpError(405, 'method_not_allowed', 'Broadcasts are sent with POST');
  const { deps } = context;
  await deps.limits.consume(rule, clientIpKey(deps.clientAddress(request)));
  const caller = await deps.resolveCaller(request);
  const broadcasts =
    one === undefined || event === undefined
      ? await readBatch(context, request)
      : [await readOne(request, decode(one), decode(event), searchParams)];
  await checkRights(context, request, caller, broadcasts);
  if (deps.config.private_only && broadcasts.some((one) => !one.isPrivate)) {
    throw httpError(403, 'private_only', 'This project only allows private channels');
  }
  try {
    for (const broadcast of broadcasts) sendBroadcast(context, broadcast);
  } catch (error) {
    if (!(error instanceof RealtimeProtocolError)) throw error;
    const busy = error.message.startsWith('ServerBusy');
    throw httpError(busy ? 503 : 413, busy ? 'server_busy' : 'payload_too_large', error.message);
  }
  return new Response(null, { status: 202 });
}

async function checkRights(
  { deps, joins, callerPool }: RealtimeContext,
  request: Request,
  caller: Caller,
  broadcasts: readonly Broadcast[],
): Promise<void> {
  const names = new Set(broadcasts.filter((one) => one.isPrivate).map((one) => one.name));
  if (names.size === 0) return;
  const release = await joins.acquire(clientIpKey(deps.clientAddress(request)), request.signal);
  try {
    for (const name of names) {
      const permissions = await readChannelPermissions(callerPool, caller, name, '');
      if (!permissions.broadcast.write)
        throw httpError(403, 'unauthorized', unauthorizedChannelMessage('write to', name));
    }
  } finally {
    release();
  }
}

async function readBatch({ deps, limits }: RealtimeContext, request: Request): Promise<Broadcast[]> {
  const text = await request.text();
  const parts = countJsonObjectsAndKeys(text);
  if (parts > limits.messageParts)
    throw httpError(
      413,
      'payload_too_large',
      `The messages hold more than ${limits.messageParts} objects and keys`,
    );
  for (let more = parts - partsPerRequest; more > 0; more -= partsPerRequest)
    await deps.limits.consume(rule, clientIpKey(deps.clientAddress(request)));
  const read = schema.safeParse(parse(text));
  if (!read.success) {
    const issue = read.error.issues[0];
    throw httpError(422, 'validation_failed', `${issue?.path.join('.') || 'body'}: ${issue?.message}`);
  }
  return read.data.messages.map(({ topic: name, event, payload = {}, private: isPrivate }) => ({
    name,
    event,
    isPrivate: isPrivate ?? false,
    body: { json: writeBody(payload) },
  }));
}

async function readOne(
  request: Request,
  name: string,
  event: string,
  query: URLSearchParams,
): Promise<Broadcast> {
  if (!topic.safeParse(name).success || !withoutNul(event)) {
    throw httpError(422, 'validation_failed', 'topic: give at most 255 characters, and no NUL character');
  }
  if ([...query.keys()].some((key) => key.startsWith('persist'))) {
    throw httpError(501, 'not_implemented', 'This server does not store broadcasts of clients yet');
  }
  return { name, event, isPrivate: query.get('private') === 'true', body: await readBody(request) };
}

async function readBody(request: Request): Promise<BroadcastBody> {
  const type = request.headers.get('content-type') ?? '';
  if (type.startsWith('application/octet-stream')) return { bytes: Buffer.from(await request.arrayBuffer()) };
  const text = await request.text();
  try {
    for (const _ of scanJson(text, {}));
  } catch {
    throw invalidJson();
  }
  return { json: text };
}

function writeBody(payload: unknown): string {
  try {
    return stringifyParsedJson(payload);
  } catch (error) {
    throw error instanceof RealtimeProtocolError ? httpError(422, 'validation_failed', error.message) : error;
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw invalidJson();
  }
}

function invalidJson(): BackendError {
  return httpError(400, 'invalid_json', 'The body is not JSON');
}

function decode(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    throw httpError(400, 'invalid_path', 'The address is not encoded as UTF-8');
  }
}

function withoutNul(text: string): boolean {
  return !text.includes('\0');
}
