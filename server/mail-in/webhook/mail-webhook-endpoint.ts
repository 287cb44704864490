// The POST /mail-in webhook: verifies the signature, limits the size, passes the mail to the intake.
import { createHmac, timingSafeEqual, type Hmac } from 'node:crypto';
import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import {
  createBodyMemoryBudget,
  type BodyReservation,
  resolveClientAddress,
  type RequestInterceptor,
} from '@fairlead/backend/http';
import { findMailBody, maxMailHeadBytes } from '@fairlead/mail-reader';
import type { MailIntake } from '../create-mail-intake.ts';
import { mailInLimits } from '../../settings/mail-in-settings.ts';
import type { MailInStateRecorder } from '../mail-in-state.ts';

export interface MailWebhookOptions {
  secret: string;
  intake: MailIntake;
  notes: MailInStateRecorder;
  trustedProxies: number;
}

interface Outcome {
  status: number;
  text: string;
  retryAfterS?: number;
}

/** The signature headers of Standard Webhooks. */
interface Signed {
  id: string;
  timestamp: string;
  signatures: string[];
}

const path = /^\/mail-in(?:\?|$)/;
const replayWindowS = 300;
const signatureForm = /^v1,[A-Za-z0-9+/]{43}=$/;
const mostSignatures = 10;
const plain = { 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'no-store' };

const unsigned: Outcome = { status: 401, text: 'The signature is not right, or too old.' };
/** Its sender gets it back, and staff see its headers. */
const tooLarge: Outcome = { status: 413, text: 'The message is larger than 25 MB.' };
const tooMany: Outcome = {
  status: 429,
  text: 'Too many messages are being sent at once. Send it again in a moment.',
  retryAfterS: 5,
};
const overLimit: Outcome = {
  status: 429,
  text: 'Its sender, or all unknown senders together, sent more today than is kept in a day. Send it again later.',
  retryAfterS: 3_600,
};

function keyOf(secret: string): Buffer {
  return secret.startsWith('whsec_') ? Buffer.from(secret.slice(6), 'base64') : Buffer.from(secret);
}

/** Begins the signature of `id.timestamp.body`. */
function beginSignature(secret: string, id: string, timestamp: string): Hmac {
  return createHmac('sha256', keyOf(secret)).update(`${id}.${timestamp}.`);
}

/** The signature of `id.timestamp.body`, in base64. */
export function signMailWebhook(secret: string, id: string, timestamp: string, body: Uint8Array): string {
  return beginSignature(secret, id, timestamp).update(body).digest('base64');
}

/** Null if the signature is invalid whatever the body is. */
function readSigned(headers: IncomingHttpHeaders): Signed | null {
  const [id = '', timestamp = '', given = ''] = ['webhook-id', 'webhook-timestamp', 'webhook-signature'].map(
    (name) => String(headers[name] ?? ''),
  );
  const signatures = given.split(' ').filter((part) => signatureForm.test(part));
  const isFresh =
    /^\d{1,12}$/.test(timestamp) && Math.abs(Date.now() / 1000 - Number(timestamp)) <= replayWindowS;
  return id !== '' && isFresh && signatures.length > 0
    ? { id, timestamp, signatures: signatures.slice(0, mostSignatures) }
    : null;
}

function isRight({ signatures }: Signed, signature: Hmac): boolean {
  const expected = Buffer.from(`v1,${signature.digest('base64')}`);
  return signatures.some((signature) => timingSafeEqual(Buffer.from(signature), expected));
}

interface ReadBody {
  /** of a mail that is too large, only the beginning */
  bytes: Buffer;
  size: number;
}

/**
 * Returns a refusal if the body exceeds a limit. Of a mail that is too large to be kept, only the beginning is held in
 * memory, and the rest only goes into the signature.
 */
async function readBody(
  request: IncomingMessage,
  held: BodyReservation,
  declared: number,
  signature: Hmac,
): Promise<ReadBody | Outcome> {
  let chunks: Buffer[] = [];
  let size = 0;
  let kept = 0;
  for await (const chunk of request.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > mailInLimits.listedBytes) return tooLarge;
    signature.update(chunk);
    const isTooLarge = Math.max(size, declared) > mailInLimits.mailBytes;
    if (!isTooLarge || kept < maxMailHeadBytes) {
      if (!held.add(chunk.length)) return tooMany;
      chunks.push(chunk);
      kept += chunk.length;
    } else if (kept > 2 * maxMailHeadBytes) {
      const first = Buffer.concat(chunks);
      chunks = [Buffer.from(first.subarray(0, maxMailHeadBytes))];
      kept = maxMailHeadBytes;
    }
  }
  return { bytes: Buffer.concat(chunks), size };
}

/** `POST /mail-in` with the raw message (message/rfc822); 200 is sent after the commit. */
export function createMailWebhookEndpoint({
  secret,
  intake,
  notes,
  trustedProxies,
}: MailWebhookOptions): RequestInterceptor {
  const bodies = createBodyMemoryBudget({
    addressBytes: mailInLimits.bodyBytesOfAddress,
    totalBytes: mailInLimits.bodyBytes,
  });

  async function receive(request: IncomingMessage): Promise<Outcome> {
    if (request.method !== 'POST') return { status: 405, text: 'Send the message with POST.' };
    const signed = readSigned(request.headers);
    if (signed === null) return unsigned;
    const declared = Number(request.headers['content-length'] ?? 0);
    if (declared > mailInLimits.listedBytes) return tooLarge;
    const address = resolveClientAddress(request, trustedProxies);
    const needed = declared > mailInLimits.mailBytes ? maxMailHeadBytes : declared;
    if (!bodies.hasRoom(address, needed)) return tooMany;
    const held = bodies.hold(address, () => request.destroy());
    try {
      const signature = beginSignature(secret, signed.id, signed.timestamp);
      const body = await readBody(request, held, declared, signature);
      if ('status' in body) return body;
      if (!isRight(signed, signature)) return unsigned;
      held.keep();
      if (body.size === 0) return { status: 400, text: 'The message is empty.' };
      return await store(body);
    } finally {
      held.release();
    }
  }

  async function store({ bytes: body, size }: ReadBody): Promise<Outcome> {
    try {
      if (size > mailInLimits.mailBytes) {
        const heads = body.subarray(0, findMailBody(body));
        await intake.receiveHeads('webhook', heads, size, 'too-large');
        notes.left('webhook', 'too-large');
        return tooLarge;
      }
      const received = await intake.receive('webhook', body);
      if (received === null) return overLimit;
      notes.good('webhook', true);
      return { status: 200, text: 'Kept.' };
    } catch {
      notes.bad('webhook', 'A mail could not be stored.');
      return { status: 503, text: 'The message could not be stored. Send it again.' };
    }
  }

  return (request, response) => {
    if (!path.test(request.url ?? '')) return false;
    async function respond(): Promise<void> {
      const { status, text, retryAfterS } = await receive(request);
      response
        .writeHead(status, {
          ...plain,
          ...(retryAfterS !== undefined && { 'retry-after': String(retryAfterS) }),
          ...(!request.complete && { connection: 'close' }),
        })
        .end(`${text}\n`);
    }
    respond().catch(() => response.destroy());
    return true;
  };
}
