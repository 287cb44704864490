// Limits the bytes that wait until clients take them, of each client address and in total.
import { type IncomingMessage, ServerResponse } from 'node:http';
import { clientIpKey } from '../limits/client-ip-key.ts';

export interface UnsentByteLimits {
  addressBytes: number;
  totalBytes: number;
  /** A response that takes nothing for this long makes room for others. */
  stalledMs?: number;
}

export interface UnsentBytes {
  /** The bytes of this response that wait now. Returns false if there is no room for them: then none are counted. */
  set(bytes: number): boolean;
  release(): void;
}

interface HoldOptions {
  /** What to do to make room for others. */
  cut: () => void;
  /** Whether `set` may return false. */
  mayRefuse: boolean;
}

export type HoldUnsentBytes = (address: string, options: HoldOptions) => UnsentBytes;

interface WaitingResponse {
  bytes: number;
  cut: () => void;
  startedAt: number;
  /** When bytes were last taken. */
  takenAt: number;
}

interface Waiting {
  bytes: number;
  responses: Map<UnsentBytes, WaitingResponse>;
}

/** On a slow line the kernel takes many parts at once, then none for a while. */
const defaultStalledMs = 10_000;

/**
 * If too many bytes of an address wait, a response of it that has stalled is cut; if all make progress, the newest is
 * refused. If too many wait in total, the address that has most makes room.
 */
export function createUnsentByteBudget({
  addressBytes,
  totalBytes,
  stalledMs = defaultStalledMs,
}: UnsentByteLimits): HoldUnsentBytes {
  const ofAddress = new Map<string, Waiting>();
  let total = 0;

  function withMost(): Waiting | undefined {
    let most: Waiting | undefined;
    for (const waiting of ofAddress.values()) if (waiting.bytes > (most?.bytes ?? 0)) most = waiting;
    return most;
  }

  return (address, { cut, mayRefuse }) => {
    const key = clientIpKey(address);
    const startedAt = performance.now();

    function count(bytes: number): Waiting {
      const waiting = ofAddress.get(key) ?? { bytes: 0, responses: new Map() };
      const before = waiting.responses.get(held);
      const change = bytes - (before?.bytes ?? 0);
      waiting.bytes += change;
      total += change;
      const takenAt = before === undefined || change < 0 ? performance.now() : before.takenAt;
      if (bytes > 0) waiting.responses.set(held, { bytes, cut, startedAt, takenAt });
      else waiting.responses.delete(held);
      if (waiting.responses.size > 0) ofAddress.set(key, waiting);
      else ofAddress.delete(key);
      return waiting;
    }

    /** Which response makes room for this one, or this one itself. */
    function findVictim(crowded: Waiting, own: Waiting): UnsentBytes | undefined {
      const others = [...crowded.responses].filter(([response]) => response !== held);
      const [longest] = others.toSorted(([, one], [, other]) => one.takenAt - other.takenAt);
      if (longest === undefined) return undefined;
      const [stalled, { takenAt }] = longest;
      const mayCut = crowded !== own || !mayRefuse || performance.now() - takenAt >= stalledMs;
      if (mayCut) return stalled;
      const [newest] = others.toSorted(([, one], [, other]) => other.startedAt - one.startedAt);
      return newest !== undefined && newest[1].startedAt > startedAt ? newest[0] : held;
    }

    const held: UnsentBytes = {
      set(bytes) {
        const totalBefore = total;
        const own = count(bytes);
        if (total <= totalBefore) return true;
        for (;;) {
          const crowded =
            own.bytes > addressBytes ? own : total > totalBytes ? (withMost() ?? own) : undefined;
          const victim = crowded && findVictim(crowded, own);
          if (crowded === undefined || victim === undefined) return true;
          const cutVictim = crowded.responses.get(victim)?.cut;
          victim.release();
          if (victim === held) return false;
          cutVictim?.();
        }
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
        const counted = hold(addressOf(), { cut: () => socket.destroy(), mayRefuse: true });
        held = counted;
        response.once('close', () => {
          response.onWritten = undefined;
          counted.release();
        });
        response.on('drain', () => response.onWritten?.());
      }
      // Its head may have been sent.
      if (!held.set(bytes)) response.req.socket.destroy();
    };
  };
}
