// What several server processes on one database say to each other. NOTIFY carries it: at most 8,000 bytes at a time, in
// the order of commits, to everyone who listens. Longer messages travel in parts.
import type { Pool } from 'pg';

export const relayChannel = 'realtime_relay';

/** Under the limit of a notification, with room for the head. */
const partLength = 7_800;
/** Waiting to be sent; past it a message is refused. */
const mostWaitingLength = 16 * 1024 * 1024;
/** Of one message under way to us. */
const mostParts = 1_000;
/** In one statement. */
const mostPartsAtOnce = 200;

export interface Relay {
  /** Says something to the other processes. Answers false when too much waits already. */
  send(message: object): boolean;
  /** A notification; answers what another process said once it is whole. */
  hear(payload: string): { node: string; message: unknown } | undefined;
  /** Parts may have been missed. */
  forget(): void;
  close(): Promise<void>;
}

export function createRelay(pool: Pool, node: string, onFailure: () => void): Relay {
  const arriving = new Map<string, string[]>();
  let waiting: string[] = [];
  let waitingLength = 0;
  let sending: Promise<void> | undefined;

  function start(): void {
    sending ??= sendAll().finally(() => {
      sending = undefined;
      if (waiting.length > 0) start();
    });
  }

  async function sendAll(): Promise<void> {
    while (waiting.length > 0) {
      const parts = waiting.slice(0, mostPartsAtOnce);
      waiting = waiting.slice(mostPartsAtOnce);
      waitingLength -= parts.reduce((sum, part) => sum + part.length, 0);
      try {
        await pool.query(
          `select pg_notify('${relayChannel}', part) from unnest($1::text[]) with ordinality as p (part, place) order by place`,
          [parts],
        );
      } catch {
        waiting = [];
        waitingLength = 0;
        onFailure();
      }
    }
  }

  return {
    send(message) {
      const text = toAscii(JSON.stringify(message));
      if (waitingLength + text.length > mostWaitingLength) return false;
      const count = Math.ceil(text.length / partLength);
      for (let part = 0; part < count; part += 1) {
        const piece = text.slice(part * partLength, (part + 1) * partLength);
        waiting.push(`${node} ${part} ${count} ${piece}`);
        waitingLength += piece.length;
      }
      start();
      return true;
    },
    hear(payload) {
      const [, from, at, of, piece = ''] = /^(\S+) (\d+) (\d+) (.*)$/s.exec(payload) ?? [];
      if (from === undefined || from === node || Number(of) > mostParts) return undefined;
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
    forget: () => arriving.clear(),
    async close() {
      await sending;
    },
  };
}

/** One byte a character, so that a part may be cut anywhere. */
function toAscii(json: string): string {
  return json.replaceAll(
    /[\u007f-\uffff]/g,
    (one) => `\\u${one.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}
