// NOTIFY delivers at most 8,000 bytes, in the order of commits: longer messages are sent in parts.
import type { Pool } from 'pg';

export const transportChannel = 'realtime_relay';

const partLength = 7_800;
/** Of parts with their headers; further messages are rejected. */
const maxQueuedLength = 16 * 1024 * 1024;
/** Of one message; larger ones are neither sent nor accepted. */
const maxParts = 1_000;
const maxPartsPerStatement = 200;

/** Events of the log: why messages do not reach the other processes. */
export type TransportFailure =
  | 'realtime.notify_failed'
  | 'realtime.queue_full'
  | 'realtime.message_too_large';

export interface NotifyTransport {
  /** False when the queue is full, or the message larger than other processes accept. */
  send(message: object): boolean;
  /** Returns the message of another process once its last part is here. */
  receive(payload: string): { node: string; message: unknown } | undefined;
  /** Drops incomplete messages, whose other parts may have been missed. */
  reset(): void;
  close(): Promise<void>;
}

export function createNotifyTransport(
  pool: Pool,
  node: string,
  onFailure: (failure: TransportFailure) => void,
): NotifyTransport {
  const incomplete = new Map<string, string[]>();
  let queue: string[] = [];
  let queuedLength = 0;
  let sending: Promise<void> | undefined;

  function start(): void {
    sending ??= sendAll().finally(() => {
      sending = undefined;
      if (queue.length > 0) start();
    });
  }

  async function sendAll(): Promise<void> {
    while (queue.length > 0) {
      const parts = queue.slice(0, maxPartsPerStatement);
      queue = queue.slice(maxPartsPerStatement);
      queuedLength -= lengthOf(parts);
      try {
        await pool.query(
          `select pg_notify('${transportChannel}', part) from unnest($1::text[]) with ordinality as p (part, part_number) order by part_number`,
          [parts],
        );
      } catch {
        queue = [];
        queuedLength = 0;
        onFailure('realtime.notify_failed');
      }
    }
  }

  function reject(failure: TransportFailure): false {
    onFailure(failure);
    return false;
  }

  return {
    send(message) {
      const text = toAscii(JSON.stringify(message));
      const count = Math.ceil(text.length / partLength);
      if (count > maxParts) return reject('realtime.message_too_large');
      const parts = Array.from(
        { length: count },
        (_, part) => `${node} ${part} ${count} ${text.slice(part * partLength, (part + 1) * partLength)}`,
      );
      const length = lengthOf(parts);
      if (queuedLength + length > maxQueuedLength) return reject('realtime.queue_full');
      queue.push(...parts);
      queuedLength += length;
      start();
      return true;
    },
    receive(payload) {
      const [, sender, index, count, chunk = ''] = /^(\S+) (\d+) (\d+) (.*)$/s.exec(payload) ?? [];
      if (sender === undefined || sender === node) return undefined;
      const [partIndex, partCount] = [Number(index), Number(count)];
      if (partCount > maxParts) return undefined;
      const parts = partIndex === 0 ? [] : (incomplete.get(sender) ?? []);
      parts.push(chunk);
      incomplete.delete(sender);
      if (parts.length !== partIndex + 1) return undefined;
      if (parts.length < partCount) {
        incomplete.set(sender, parts);
        return undefined;
      }
      try {
        return { node: sender, message: JSON.parse(parts.join('')) };
      } catch {
        return undefined;
      }
    },
    reset: () => incomplete.clear(),
    async close() {
      await sending;
    },
  };
}

function lengthOf(parts: readonly string[]): number {
  return parts.reduce((length, part) => length + part.length, 0);
}

/** ASCII, so that every part may be cut anywhere and has a known length in bytes. */
function toAscii(json: string): string {
  return json.replaceAll(
    /[\u007f-\uffff]/g,
    (one) => `\\u${one.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}
