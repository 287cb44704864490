import { LRUCache } from 'lru-cache';

/** Long enough to remember hundreds of addresses that take turns. */
const halfLifeMs = 300_000;
const maxKeys = 20_000;

export interface UsageTracker {
  add(key: string, usedMs: number): void;
  /** Whole units of recent use; 0 for light users. */
  get(key: string): number;
}

/** `unitMs` is what everybody may use without ranking behind others. */
export function createUsageTracker(
  unitMs = 1_000,
  now: () => number = () => performance.now(),
): UsageTracker {
  const known = new LRUCache<string, { ms: number; at: number }>({ max: maxKeys });

  function msOf(key: string): number {
    const used = known.get(key);
    return used === undefined ? 0 : used.ms * 0.5 ** ((now() - used.at) / halfLifeMs);
  }

  return {
    add(key, usedMs) {
      known.set(key, { ms: msOf(key) + usedMs, at: now() });
    },
    get(key) {
      return Math.floor(msOf(key) / unitMs);
    },
  };
}
