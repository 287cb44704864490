// The frames of @supabase/realtime-js: version 1 is a JSON object, version 2 an array, with broadcasts as binary
// frames.

import { scanJson } from '../../limits/scan-json.ts';
import { RealtimeProtocolError } from '../realtime-protocol-error.ts';

export const frameVersions = ['1.0.0', '2.0.0'] as const;
export type FrameVersion = (typeof frameVersions)[number];

export type BroadcastBody = { json: string } | { bytes: Buffer };

export interface InboundMessage {
  joinRef: string | null;
  ref: string | null;
  topic: string;
  event: string;
  payload: unknown;
  body?: BroadcastBody;
}

const clientBroadcast = 3;
const serverBroadcast = 4;
const binaryEncoding = 0;
const jsonEncoding = 1;
const longestName = 255;

/** Undefined if it is not a frame of the protocol. */
export function decodeFrame(
  version: FrameVersion,
  data: Buffer,
  isBinary: boolean,
): InboundMessage | undefined {
  try {
    if (isBinary) return version === '2.0.0' ? decodeBroadcast(data) : undefined;
    const value: unknown = JSON.parse(data.toString('utf8'));
    if (Array.isArray(value)) return toInbound(value[0], value[1], value[2], value[3], value[4]);
    if (typeof value !== 'object' || value === null) return undefined;
    const { join_ref, ref, topic, event, payload } = value as Record<string, unknown>;
    return toInbound(join_ref, ref, topic, event, payload);
  } catch {
    return undefined;
  }
}

function toInbound(
  joinRef: unknown,
  ref: unknown,
  topic: unknown,
  event: unknown,
  payload: unknown,
): InboundMessage | undefined {
  if (typeof topic !== 'string' || typeof event !== 'string') return undefined;
  return { joinRef: toRef(joinRef), ref: toRef(ref), topic, event, payload };
}

function toRef(value: unknown): string | null {
  if (typeof value === 'number') return String(value);
  return typeof value === 'string' ? value.slice(0, longestName) : null;
}

function decodeBroadcast(data: Buffer): InboundMessage | undefined {
  const [kind, ...head] = data.subarray(0, 7);
  const encoding = head[5];
  if (kind !== clientBroadcast || encoding === undefined) return undefined;
  let at = 7;
  const [joinRef, ref, topic, event, metadata] = head.slice(0, 5).map((length) => {
    at += length;
    return data.toString('utf8', at - length, at);
  });
  if (at > data.length || joinRef === undefined || ref === undefined || !topic || event === undefined)
    return undefined;
  const rest = data.subarray(at);
  const body = encoding === jsonEncoding ? { json: readJson(rest) } : { bytes: Buffer.from(rest) };
  const payload: unknown = { ...(metadata ? JSON.parse(metadata) : {}), type: 'broadcast', event };
  return { joinRef: joinRef || null, ref: ref || null, topic, event: 'broadcast', payload, body };
}

/** For values parsed from JSON. Throws a RealtimeProtocolError: JSON.parse accepts deeper nesting than JSON.stringify. */
export function stringifyParsedJson(value: unknown): string {
  try {
    return JSON.stringify(value);
  } catch {
    throw new RealtimeProtocolError('InvalidPayload: The payload is nested too deeply');
  }
}

/** Throws if it is not JSON, which would break the receivers. */
function readJson(bytes: Buffer): string {
  const text = bytes.toString('utf8');
  for (const _ of scanJson(text, {}));
  return text;
}

export function encodeFrame(
  version: FrameVersion,
  { joinRef = null, ref = null, topic, event }: Omit<Partial<InboundMessage>, 'topic'> & { topic: string },
  payloadJson: string,
): string {
  const [name, kind] = [JSON.stringify(topic), JSON.stringify(event)];
  if (version === '2.0.0')
    return `[${JSON.stringify(joinRef)},${JSON.stringify(ref)},${name},${kind},${payloadJson}]`;
  return `{"topic":${name},"event":${kind},"payload":${payloadJson},"ref":${JSON.stringify(ref)}}`;
}

export interface BroadcastFrame {
  topic: string;
  event: string;
  body: BroadcastBody;
  /** JSON, e.g. the id of a stored message. */
  meta?: string | undefined;
}

/** Undefined if clients of that version cannot receive it. */
export function encodeBroadcast(version: FrameVersion, message: BroadcastFrame): Buffer | string | undefined {
  const { topic, event, body, meta = '' } = message;
  const names = [topic, event, meta].map((text) => Buffer.from(text));
  if (version === '2.0.0' && names.every((name) => name.length <= longestName)) {
    const isJson = 'json' in body;
    const lengths = names.map((name) => name.length);
    const head = Buffer.from([serverBroadcast, ...lengths, isJson ? jsonEncoding : binaryEncoding]);
    return Buffer.concat([head, ...names, isJson ? Buffer.from(body.json) : body.bytes]);
  }
  if (!('json' in body)) return undefined;
  const extra = meta === '' ? '' : `,"meta":${meta}`;
  const payload = `{"type":"broadcast","event":${JSON.stringify(event)},"payload":${body.json}${extra}}`;
  return encodeFrame(version, { topic, event: 'broadcast' }, payload);
}
