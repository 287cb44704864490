// Limits the bytes that wait until clients take them, of each client address and in total.
import { type IncomingMessage, ServerResponse } from 'node:http';
import { clientIpKey } from '../limits/client-ip-key.ts';

export interface UnsentByteLimits {
  addressBytes: number;
  totalBytes: number;
}

export interface UnsentBytes {
  /** The bytes of this response that wait now. */
  set(bytes: number): void;
  release(): void;
}

export type HoldUnsentBytes = (address: string, cut: () => void) => UnsentBytes;

interface Waiting {
  bytes: number;
  /** Oldest first. */
  responses: Map<UnsentBytes, { bytes: number; cut: () => void }>;
}

/**
 * If too many bytes wait, the response of this address that has waited for longest is cut, so that the newest is sent;
 * if too many wait in total, one of the address that has most.
 */
export function createUnsentByteBudget({ addressBytes, totalBytes }: UnsentByteLimits): HoldUnsentBytes {
  const ofAddress = new Map<string, Waiting>();
  let total = 0;

  function cutOldest({ responses }: Waiting, except: UnsentBytes): boolean {
    for (const [response, { cut }] of responses) {
      if (response === except) continue;
      response.release();
      cut();
      return true;
    }
    return false;
  }

  function withMost(): Waiting | undefined {
    let most: Waiting | undefined;
    for (const waiting of ofAddress.values()) if (waiting.bytes > (most?.bytes ?? 0)) most = waiting;
    return most;
  }

  const isFull = (): boolean => total > totalBytes;

  return (address, cut) => {
    const key = clientIpKey(address);

    function count(bytes: number): Waiting {
      const waiting = ofAddress.get(key) ?? { bytes: 0, responses: new Map() };
      const change = bytes - (waiting.responses.get(held)?.bytes ?? 0);
      waiting.bytes += change;
      total += change;
      // An entry that is changed keeps its place.
      if (bytes > 0) waiting.responses.set(held, { bytes, cut });
      else waiting.responses.delete(held);
      if (waiting.responses.size > 0) ofAddress.set(key, waiting);
      else ofAddress.delete(key);
      return waiting;
    }

    const held: UnsentBytes = {
      set(bytes) {
        const waiting = count(bytes);
        while (waiting.bytes > addressBytes && cutOldest(waiting, held));
        while (isFull() && cutOldest(withMost() ?? waiting, held));
      },
      release: () => void count(0),
    };
    return held;
  };
}

const mebibyte = 1024 * 1024;
const unsentLimits: UnsentByteLimits = { addressBytes: 32 * mebibyte, totalBytes: 128 * mebibyte };

/** Reports that it has written, to the client or to memory. For `createServer`. */
export class WritingResponse<
  Request extends IncomingMessage = IncomingMessage,
> extends ServerResponse<Request> {
  onWritten: (() => void) | undefined;

  override write(...args: unknown[]): boolean {
    const mayWriteMore = super.write(...(args as [string]));
    this.onWritten?.();
    return mayWriteMore;
  }

  override end(...args: unknown[]): this {
    super.end(...(args as [string]));
    this.onWritten?.();
    return this;
  }
}

export type LimitUnsentBytes = (response: WritingResponse, addressOf: () => string) => void;

/** `addressOf` is called only for responses that a client does not take at once. */
export function createUnsentByteLimiter(limits = unsentLimits): LimitUnsentBytes {
  const hold = createUnsentByteBudget(limits);
  return (response, addressOf) => {
    let held: UnsentBytes | undefined;
    response.onWritten = () => {
      const bytes = response.writableLength;
      if (bytes === 0 && held === undefined) return;
      if (held === undefined) {
        const { socket }: IncomingMessage = response.req;
        const counted = hold(addressOf(), () => socket.destroy());
        held = counted;
        response.once('close', () => {
          response.onWritten = undefined;
          counted.release();
        });
        response.on('drain', () => response.onWritten?.());
      }
      held.set(bytes);
    };
  };
}
