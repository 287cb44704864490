import { clientIpKey } from '../limits/client-ip-key.ts';

export interface BodyLimits {
  addressBytes: number;
  totalBytes: number;
}

export interface HeldBody {
  /** False where they are too many for its address; those of others may be cut for them. */
  add(bytes: number): boolean;
  /** Its sender is known: it is not cut any more. */
  keep(): void;
  release(): void;
}

/**
 * Counts the bytes of bodies in memory: anyone may send them, and who it was is known at the end of one alone. Where they
 * are too many in all, the body that is unfinished for the longest time is cut, because a mail server takes seconds.
 */
export function limitBodies({ addressBytes, totalBytes }: BodyLimits) {
  const ofAddress = new Map<string, number>();
  /** Unfinished ones, oldest first. */
  const unfinished = new Map<HeldBody, () => void>();
  let total = 0;

  function count(key: string, bytes: number): void {
    total += bytes;
    const sum = (ofAddress.get(key) ?? 0) + bytes;
    if (sum > 0) ofAddress.set(key, sum);
    else ofAddress.delete(key);
  }

  return {
    /** Whether a body of this length may come from this address now. */
    hasRoom: (address: string, bytes: number): boolean =>
      (ofAddress.get(clientIpKey(address)) ?? 0) + bytes <= addressBytes,
    /** `cut` ends the request, so that its body is released. */
    hold(address: string, cut: () => void): HeldBody {
      const key = clientIpKey(address);
      let size = 0;
      let isReleased = false;
      const body: HeldBody = {
        add(bytes) {
          if (isReleased || (ofAddress.get(key) ?? 0) + bytes > addressBytes) return false;
          count(key, bytes);
          size += bytes;
          for (const [oldest, cutOldest] of unfinished) {
            if (total <= totalBytes) break;
            if (oldest === body) continue;
            oldest.release();
            cutOldest();
          }
          return total <= totalBytes;
        },
        keep: () => void unfinished.delete(body),
        release() {
          unfinished.delete(body);
          count(key, -size);
          size = 0;
          isReleased = true;
        },
      };
      unfinished.set(body, cut);
      return body;
    },
  };
}
