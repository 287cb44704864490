// Sends a broadcast to the members of a topic, on this server or others, within size limits.
import type { RealtimeContext } from '../context.ts';
import { RealtimeProtocolError } from '../realtime-protocol-error.ts';
import type { ClientChannel } from '../client-channel.ts';
import type { Broadcast } from './topic-registry.ts';

const longestEvent = 255;

/** Sends to the members in this process and in others. Throws a RealtimeProtocolError. */
export function sendBroadcast(context: RealtimeContext, broadcast: Broadcast, sender?: ClientChannel): void {
  const { limits, bus, topics } = context;
  const { name, isPrivate, event, body } = broadcast;
  const length = 'json' in body ? Buffer.byteLength(body.json) : body.bytes.length;
  if (length > limits.payloadBytes) {
    throw new RealtimeProtocolError(`PayloadTooLarge: A broadcast has at most ${limits.payloadBytes} bytes`);
  }
  if (Buffer.byteLength(event) > longestEvent) {
    throw new RealtimeProtocolError(`EventTooLong: An event has at most ${longestEvent} bytes`);
  }
  const content = 'json' in body ? { json: body.json } : { bytes: body.bytes.toString('base64') };
  if (!bus.send({ kind: 'broadcast', name, isPrivate, event, ...content })) {
    throw new RealtimeProtocolError('ServerBusy: Too many messages are on their way. Try again in a moment.');
  }
  const receivers = topics.deliver(broadcast, sender?.receivesOwn ? undefined : sender);
  sender?.connection.consumeForReceivers(receivers);
}
