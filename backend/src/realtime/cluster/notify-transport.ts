// NOTIFY delivers at most 8,000 bytes at a time in the order of commits: longer messages are sent in parts.
import type { Pool } from 'pg';

export const transportChannel = 'realtime_relay';

/** Below the limit of a notification, with space for the header. */
const partLength = 7_800;
/** Further messages are rejected. */
const maxQueuedLength = 16 * 1024 * 1024;
/** Of one incoming message. */
const maxParts = 1_000;
const maxPartsPerStatement = 200;

export interface NotifyTransport {
  /** False when the queue is full. */
  send(message: object): boolean;
  /** Returns the message of another process once its last part is here. */
  receive(payload: string): { node: string; message: unknown } | undefined;
  /** Drops incomplete messages, whose other parts may have been missed. */
  reset(): void;
  close(): Promise<void>;
}

export function createNotifyTransport(pool: Pool, node: string, onFailure: () => void): NotifyTransport {
  const arriving = new Map<string, string[]>();
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
      queuedLength -= parts.reduce((sum, part) => sum + part.length, 0);
      try {
        await pool.query(
          `select pg_notify('${transportChannel}', part) from unnest($1::text[]) with ordinality as p (part, part_number) order by part_number`,
          [parts],
        );
      } catch {
        queue = [];
        queuedLength = 0;
        onFailure();
      }
    }
  }

  return {
    send(message) {
      const text = toAscii(JSON.stringify(message));
      if (queuedLength + text.length > maxQueuedLength) return false;
      const count = Math.ceil(text.length / partLength);
      for (let part = 0; part < count; part += 1) {
        const piece = text.slice(part * partLength, (part + 1) * partLength);
        queue.push(`${node} ${part} ${count} ${piece}`);
        queuedLength += piece.length;
      }
      start();
      return true;
    },
    receive(payload) {
      const [, from, at, of, piece = ''] = /^(\S+) (\d+) (\d+) (.*)$/s.exec(payload) ?? [];
      if (from === undefined || from === node || Number(of) > maxParts) return undefined;
      const parts = Number(at) === 0 ? [] : (arriving.get(from) ?? []);
      parts.push(piece);
      arriving.delete(from);
      if (parts.length !== Number(at) + 1) return undefined;
      if (parts.length < Number(of)) {
        arriving.set(from, parts);
        return undefined;
      }
      try {
        return { node: from, message: JSON.parse(parts.join('')) };
      } catch {
        return undefined;
      }
    },
    reset: () => arriving.clear(),
    async close() {
      await sending;
    },
  };
}

/** ASCII, so that every part may be cut anywhere and has a known length in bytes. */
function toAscii(json: string): string {
  return json.replaceAll(
    /[\u007f-\uffff]/g,
    (one) => `\\u${one.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}
