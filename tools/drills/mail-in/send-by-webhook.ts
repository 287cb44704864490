import { randomUUID } from 'node:crypto';
import { signMailWebhook } from '../../../server/mail-in/webhook/mail-webhook-endpoint.ts';

/** At least 24 characters. */
export const drillWebhookSecret = 'a secret for the webhook of drills';

/** Resolves to the status; rejects if the server is down. `at`: the time on the server's clock. */
export async function sendByWebhook(port: number, raw: string, at = new Date()): Promise<number> {
  const [id, timestamp] = [randomUUID(), String(Math.floor(at.getTime() / 1000))];
  const body = Buffer.from(raw);
  const response = await fetch(`http://localhost:${port}/mail-in`, {
    method: 'POST',
    body,
    headers: {
      'content-type': 'message/rfc822',
      'webhook-id': id,
      'webhook-timestamp': timestamp,
      'webhook-signature': `v1,${signMailWebhook(drillWebhookSecret, id, timestamp, body)}`,
    },
  });
  await response.text();
  return response.status;
}
