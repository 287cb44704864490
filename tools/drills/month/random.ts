/** Random numbers that are the same for the same seed, so that a month can be repeated. */
export interface SeededRandom {
  /** From 0 to below 1. */
  next(): number;
  /** A whole number from `from` to `to`. */
  between(from: number, to: number): number;
  /** True with this probability. */
  chance(probability: number): boolean;
  pick<Item>(items: readonly Item[]): Item;
}

export function createSeededRandom(seed: number): SeededRandom {
  let state = seed;
  // mulberry32
  const next = (): number => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
  const between = (from: number, to: number): number => from + Math.floor(next() * (to - from + 1));
  return {
    next,
    between,
    chance: (probability) => next() < probability,
    pick: (items) => items[between(0, items.length - 1)] as (typeof items)[number],
  };
}
