// A semaphore with a queue that prefers the keys with the least recent use.
import { BackendError } from '../errors/backend-error.ts';
import { widerIpv6Key } from './client-ip-key.ts';
import { LRUCache } from 'lru-cache';

export interface FairSemaphoreOptions {
  slots: number;
  /** Applies to each key and to the wider network of a key. */
  slotsPerKey: number;
  timeoutMs: number;
  /** Limit per key. */
  maxQueue: number;
  /** The amount of recent use after which a key ranks behind others; default: a second. */
  usageUnitMs?: number;
}

interface Waiter {
  key: string;
  admit: () => void;
}

export function createFairSemaphore(options: FairSemaphoreOptions) {
  const held = new Map<string, number>();
  const queued = new Map<string, number>();
  const queue = new Set<Waiter>();
  const usage = createUsageTracker(options.usageUnitMs);
  let taken = 0;

  // Slots for keys without recent use, so that these need not wait for heavy users; none if there are fewer than four
  // slots.
  const reserved = Math.floor(options.slots / 4);

  function isFree(key: string): boolean {
    if (taken >= options.slots) return false;
    if (keysOf(key).some((each) => (held.get(each) ?? 0) >= options.slotsPerKey)) return false;
    return taken < options.slots - reserved || usageOf(key) === 0;
  }

  function usageOf(key: string): number {
    const network = widerIpv6Key(key);
    return Math.max(
      usage.get(key),
      network === undefined ? 0 : Math.floor(usage.get(network) / networkShare),
    );
  }

  function nextWaiter(): Waiter | undefined {
    let first: Waiter | undefined;
    let least = Infinity;
    for (const waiter of queue) {
      const used = isFree(waiter.key) ? usageOf(waiter.key) : Infinity;
      if (used < least) [first, least] = [waiter, used];
      if (least === 0) break;
    }
    return first;
  }

  function take(key: string): () => void {
    taken += 1;
    for (const each of keysOf(key)) add(held, each, 1);
    const since = performance.now();
    let released = false;
    return () => {
      if (released) return;
      released = true;
      taken -= 1;
      for (const each of keysOf(key)) {
        add(held, each, -1);
        usage.add(each, performance.now() - since);
      }
      for (let next = nextWaiter(); next !== undefined; next = nextWaiter()) next.admit();
    };
  }

  function wait(key: string, signal: AbortSignal | undefined): Promise<() => void> {
    add(queued, key, 1);
    return new Promise((resolve, reject) => {
      const waiter: Waiter = {
        key,
        admit() {
          stop();
          resolve(take(key));
        },
      };
      const timeout = setTimeout(() => {
        stop();
        reject(busy());
      }, options.timeoutMs);
      function abort(): void {
        stop();
        reject(signal?.reason as Error);
      }
      function stop(): void {
        clearTimeout(timeout);
        signal?.removeEventListener('abort', abort);
        queue.delete(waiter);
        add(queued, key, -1);
      }
      signal?.addEventListener('abort', abort, { once: true });
      queue.add(waiter);
    });
  }

  return {
    /**
     * Returns the release function. Throws a BackendError 504 (database_busy) after the timeout, or at once if too many
     * requests of this key are queued; and the signal's reason if that aborts.
     */
    async acquire(key: string, signal?: AbortSignal) {
      signal?.throwIfAborted();
      if (isFree(key)) return take(key);
      if ((queued.get(key) ?? 0) >= options.maxQueue) throw busy();
      return wait(key, signal);
    },
  };
}

/**
 * Slots go to the key with the least recent use, then to the first in the queue, so that only heavy users wait for each
 * other.
 */
export type FairSemaphore = ReturnType<typeof createFairSemaphore>;

/**
 * The use of a wide network counts a quarter, because the network may belong to one caller or to a whole provider.
 */
const networkShare = 4;

function keysOf(key: string): string[] {
  const network = widerIpv6Key(key);
  return network === undefined ? [key] : [key, network];
}

function add(counts: Map<string, number>, key: string, step: number): void {
  const count = (counts.get(key) ?? 0) + step;
  if (count > 0) counts.set(key, count);
  else counts.delete(key);
}

function busy(): BackendError {
  return new BackendError({
    status: 504,
    code: 'database_busy',
    message: 'Too many requests are under way at once. Try again in a moment.',
    headers: { 'Retry-After': '1' },
  });
}

/** Long enough to remember hundreds of addresses that are used in rotation. */
const halfLifeMs = 300_000;
const maxKeys = 20_000;

/** `unitMs` is the use that each key may have without ranking behind others. */
function createUsageTracker(unitMs = 1_000, now: () => number = () => performance.now()) {
  // `max` would allocate the whole table at once, 0.4 MB for each semaphore
  const known = new LRUCache<string, { ms: number; at: number }>({
    maxSize: maxKeys,
    sizeCalculation: () => 1,
  });

  function msOf(key: string): number {
    const used = known.get(key);
    return used === undefined ? 0 : used.ms * 0.5 ** ((now() - used.at) / halfLifeMs);
  }

  return {
    add(key: string, usedMs: number) {
      known.set(key, { ms: msOf(key) + usedMs, at: now() });
    },
    /** Whole units of recent use; 0 for light users. */
    get(key: string) {
      return Math.floor(msOf(key) / unitMs);
    },
  };
}
