// A provider of SMS as the send_sms hook reaches it: takes {user, sms: {otp}} by POST and checks the signature
// (Standard Webhooks).
import { createHmac } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

export interface SmsHook {
  /** For auth.hook.send_sms: `uri` and `secrets`. */
  uri: string;
  secrets: string;
  /** What was taken: numbers in digits, with their codes. */
  sent: { phone: string; otp: string }[];
  /** From now on every message is refused with this status; 0 takes them again. */
  refuse(status: number): void;
  close(): Promise<void>;
}

/** Starts the provider on loopback. */
export async function startSmsHook(): Promise<SmsHook> {
  const key = Buffer.from('a key of thirty-two bytes, ok. .');
  const sent: SmsHook['sent'] = [];
  let refusal = 0;
  const server = createServer(async (request, response) => {
    const body = await text(request);
    const { 'webhook-id': id, 'webhook-timestamp': time, 'webhook-signature': signature } = request.headers;
    const expected = createHmac('sha256', key)
      .update(`${String(id)}.${String(time)}.${body}`)
      .digest('base64');
    const genuine = String(signature).split(' ').includes(`v1,${expected}`);
    if (!genuine || refusal !== 0) {
      response.writeHead(genuine ? refusal : 401).end();
      return;
    }
    const { user, sms } = JSON.parse(body) as { user: { phone: string }; sms: { otp: string } };
    sent.push({ phone: user.phone, otp: sms.otp });
    response.writeHead(200, { 'content-type': 'application/json' }).end('{}');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    uri: `http://127.0.0.1:${(server.address() as AddressInfo).port}/sms`,
    secrets: `v1,whsec_${key.toString('base64')}`,
    sent,
    refuse(status) {
      refusal = status;
    },
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}
