// Limits what the sockets of one address may open or send.
import type { RealtimeLimits } from '../config.ts';

export interface AddressQuota {
  bucket: TokenBucket;
  /** False above the limit; a negative number releases bindings. */
  reserveBindings(count: number): boolean;
  release(): void;
}

export function createAddressQuotaRegistry(limits: RealtimeLimits) {
  const known = new Map<string, { sockets: number; bindings: number; bucket: TokenBucket }>();
  let sockets = 0;

  return {
    /** Undefined above the limit of sockets. */
    open(address: string) {
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
        reserveBindings(count: number) {
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

export type AddressQuotaRegistry = ReturnType<typeof createAddressQuotaRegistry>;

/** Starts with the points of ten seconds. */
export function createTokenBucket(perSecond: number, now: () => number = () => performance.now()) {
  const most = perSecond * 10;
  let points = most;
  let at = now();
  return {
    /** Returns how long to wait until the bucket is no longer overdrawn, in ms. */
    consume(cost: number) {
      const moment = now();
      points = Math.min(most, points + ((moment - at) / 1000) * perSecond) - cost;
      at = moment;
      return points >= 0 ? 0 : (-points / perSecond) * 1000;
    },
  };
}

/** Refills with time and may be overdrawn; the sender then waits. */
type TokenBucket = ReturnType<typeof createTokenBucket>;
