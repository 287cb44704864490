// Limits what the sockets of one address may open or send.
import type { RealtimeLimits } from '../config.ts';

export interface AddressQuota {
  bucket: TokenBucket;
  /** False above the limit; a negative number releases bindings. */
  reserveBindings(count: number): boolean;
  release(): void;
}

export interface AddressQuotaRegistry {
  /** Undefined above the limit of sockets. */
  open(address: string): AddressQuota | undefined;
}

export function createAddressQuotaRegistry(limits: RealtimeLimits): AddressQuotaRegistry {
  const known = new Map<string, { sockets: number; bindings: number; bucket: TokenBucket }>();
  let sockets = 0;

  return {
    open(address) {
      const quota = known.get(address) ?? {
        sockets: 0,
        bindings: 0,
        bucket: createTokenBucket(limits.addressMessagesPerSecond),
      };
      if (sockets >= limits.sockets || quota.sockets >= limits.socketsPerAddress) return undefined;
      sockets += 1;
      quota.sockets += 1;
      known.set(address, quota);
      return {
        bucket: quota.bucket,
        reserveBindings(count) {
          if (quota.bindings + count > limits.bindingsPerAddress) return false;
          quota.bindings += count;
          return true;
        },
        release() {
          sockets -= 1;
          quota.sockets -= 1;
          if (quota.sockets === 0) known.delete(address);
        },
      };
    },
  };
}

/** Refills with time and may be overdrawn; the sender then waits. */
interface TokenBucket {
  /** Returns how long to wait until the bucket is no longer overdrawn, in ms. */
  consume(points: number): number;
}

/** Starts with the points of ten seconds. */
export function createTokenBucket(
  perSecond: number,
  now: () => number = () => performance.now(),
): TokenBucket {
  const most = perSecond * 10;
  let points = most;
  let at = now();
  return {
    consume(cost) {
      const moment = now();
      points = Math.min(most, points + ((moment - at) / 1000) * perSecond) - cost;
      at = moment;
      return points >= 0 ? 0 : (-points / perSecond) * 1000;
    },
  };
}
