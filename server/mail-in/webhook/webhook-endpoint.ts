import { createHmac, timingSafeEqual } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { RequestHandler } from '@fairlead/backend/start-http-server.ts';
import type { MailIntake } from '../create-mail-intake.ts';
import { mailInLimits } from '../mail-in-limits.ts';
import type { MailInNotes } from '../mail-in-state.ts';

/** As Standard Webhooks has it (webhook-id, webhook-timestamp, webhook-signature). */
const path = /^\/mail-in(?:\?|$)/;
const replayWindowS = 300;
const plain = { 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'no-store' };

function keyOf(secret: string): Buffer {
  return secret.startsWith('whsec_') ? Buffer.from(secret.slice(6), 'base64') : Buffer.from(secret);
}

/** Of `id.timestamp.body`, base64. */
export function signWebhook(secret: string, id: string, timestamp: string, body: Uint8Array): string {
  return createHmac('sha256', keyOf(secret)).update(`${id}.${timestamp}.`).update(body).digest('base64');
}

function isSigned(secret: string, request: IncomingMessage, body: Uint8Array): boolean {
  const [id, timestamp, given] = ['webhook-id', 'webhook-timestamp', 'webhook-signature'].map((name) =>
    String(request.headers[name] ?? ''),
  ) as [string, string, string];
  if (id === '' || !/^\d{1,12}$/.test(timestamp)) return false;
  if (Math.abs(Date.now() / 1000 - Number(timestamp)) > replayWindowS) return false;
  const expected = Buffer.from(`v1,${signWebhook(secret, id, timestamp, body)}`);
  return given.split(' ').some((part) => {
    const signature = Buffer.from(part);
    return signature.length === expected.length && timingSafeEqual(signature, expected);
  });
}

/** Null where it is larger than a mail may be. */
async function readBody(request: IncomingMessage): Promise<Buffer | null> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > mailInLimits.mailBytes) return null;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

/** `POST /mail-in` with the raw message (message/rfc822); 200 is said after the commit. */
export function webhookEndpoint(secret: string, intake: MailIntake, notes: MailInNotes): RequestHandler {
  async function receive(request: IncomingMessage): Promise<[number, string]> {
    if (request.method !== 'POST') return [405, 'Send the message with POST.'];
    const body = await readBody(request);
    if (body === null) return [413, 'The message is larger than 25 MB.'];
    if (!isSigned(secret, request, body)) return [401, 'The signature is not right, or too old.'];
    if (body.length === 0) return [400, 'The message is empty.'];
    try {
      await intake.receive('webhook', body, {});
      notes.good('webhook', true);
      return [200, 'Kept.'];
    } catch {
      notes.bad('webhook', 'A mail could not be stored.');
      return [503, 'The message could not be stored. Send it again.'];
    }
  }

  return (request, response) => {
    if (!path.test(request.url ?? '')) return false;
    async function respond(): Promise<void> {
      const [status, text] = await receive(request);
      const close = status === 413 ? { connection: 'close' } : {};
      response.writeHead(status, { ...plain, ...close }).end(`${text}\n`);
    }
    respond().catch(() => response.destroy());
    return true;
  };
}
