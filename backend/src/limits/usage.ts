import { LRUCache } from 'lru-cache';

/** What somebody used counts half after this time: long enough that hundreds of addresses in turn are remembered. */
const halfLifeMs = 300_000;
const mostKeys = 20_000;

export interface Usage {
  add(key: string, usedMs: number): void;
  /** What a key has used of late, in whole units; 0 for whoever asks for little. */
  of(key: string): number;
}

/** Remembers who kept places busy of late. Less than `unitMs` is what everybody uses. */
export function createUsage(unitMs = 1_000, now: () => number = () => performance.now()): Usage {
  const known = new LRUCache<string, { ms: number; at: number }>({ max: mostKeys });

  function msOf(key: string): number {
    const used = known.get(key);
    return used === undefined ? 0 : used.ms * 0.5 ** ((now() - used.at) / halfLifeMs);
  }

  return {
    add(key, usedMs) {
      known.set(key, { ms: msOf(key) + usedMs, at: now() });
    },
    of(key) {
      return Math.floor(msOf(key) / unitMs);
    },
  };
}
