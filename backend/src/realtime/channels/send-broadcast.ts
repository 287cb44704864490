import type { RealtimeContext } from '../context.ts';
import { Refused } from '../identify.ts';
import type { Channel } from './channel.ts';
import type { Broadcast } from './topics.ts';

const longestEvent = 255;

/** Hands a broadcast to everyone who joined, in this process and the others. Throws Refused. */
export function sendBroadcast(context: RealtimeContext, broadcast: Broadcast, sender?: Channel): void {
  const { limits, crossing, topics } = context;
  const { name, isPrivate, event, body } = broadcast;
  const length = 'json' in body ? Buffer.byteLength(body.json) : body.bytes.length;
  if (length > limits.payloadBytes) {
    throw new Refused(`PayloadTooLarge: A broadcast has at most ${limits.payloadBytes} bytes`);
  }
  if (Buffer.byteLength(event) > longestEvent) {
    throw new Refused(`EventTooLong: An event has at most ${longestEvent} bytes`);
  }
  const content = 'json' in body ? { json: body.json } : { bytes: body.bytes.toString('base64') };
  if (!crossing.send({ kind: 'broadcast', name, isPrivate, event, ...content })) {
    throw new Refused('ServerBusy: Too many messages are on their way. Try again in a moment.');
  }
  const receivers = topics.deliver(broadcast, sender?.hearsItself ? undefined : sender);
  sender?.connection.spendOnReceivers(receivers);
}
