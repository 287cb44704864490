import { BackendError } from '../errors/backend-error.ts';
import { widerKey } from './address-key.ts';
import { createUsage } from './usage.ts';

export interface TurnstileSettings {
  /** How many may be inside at once. */
  places: number;
  /** How many of them may share one key, or the wider network it lies in, so that nobody takes every place. */
  placesPerKey: number;
  /** How long somebody waits for a place. */
  patienceMs: number;
  /** How many of one key may wait. */
  mostWaiting: number;
  /** How much use of late tells keys apart; a second unless it says so. */
  usageUnitMs?: number;
}

/**
 * Lets a bounded number in at a time; who finds no place waits. A place goes to whoever kept places the least busy of
 * late, and among equals to who came first: many who ask for much wait for each other, and nobody else for them.
 */
export interface Turnstile {
  /**
   * Answers the function that gives the place back. Throws a BackendError 504 (database_busy) after waiting in vain,
   * or at once when too many of this key wait already; throws the signal's reason when the caller goes away.
   */
  enter(key: string, signal?: AbortSignal): Promise<() => void>;
}

interface Waiting {
  key: string;
  admit: () => void;
}

export function createTurnstile(settings: TurnstileSettings): Turnstile {
  const inside = new Map<string, number>();
  const waiting = new Map<string, number>();
  const queue = new Set<Waiting>();
  const usage = createUsage(settings.usageUnitMs);
  let taken = 0;

  // Of many places some are never for those who kept places busy: who asks for little enters at once.
  const keptFree = Math.floor(settings.places / 4);

  function mayEnter(key: string): boolean {
    if (taken >= settings.places) return false;
    if (keysOf(key).some((one) => (inside.get(one) ?? 0) >= settings.placesPerKey)) return false;
    return taken < settings.places - keptFree || usedBy(key) === 0;
  }

  function usedBy(key: string): number {
    const wider = widerKey(key);
    return Math.max(usage.of(key), wider === undefined ? 0 : Math.floor(usage.of(wider) / widerShare));
  }

  function nextInLine(): Waiting | undefined {
    let first: Waiting | undefined;
    let least = Infinity;
    for (const one of queue) {
      const used = mayEnter(one.key) ? usedBy(one.key) : Infinity;
      if (used < least) [first, least] = [one, used];
      if (least === 0) break;
    }
    return first;
  }

  function takePlace(key: string): () => void {
    taken += 1;
    for (const one of keysOf(key)) add(inside, one, 1);
    const since = performance.now();
    let left = false;
    return () => {
      if (left) return;
      left = true;
      taken -= 1;
      for (const one of keysOf(key)) {
        add(inside, one, -1);
        usage.add(one, performance.now() - since);
      }
      for (let next = nextInLine(); next !== undefined; next = nextInLine()) next.admit();
    };
  }

  function wait(key: string, signal: AbortSignal | undefined): Promise<() => void> {
    add(waiting, key, 1);
    return new Promise((resolve, reject) => {
      const waiter: Waiting = {
        key,
        admit() {
          stop();
          resolve(takePlace(key));
        },
      };
      const patience = setTimeout(() => {
        stop();
        reject(busy());
      }, settings.patienceMs);
      function abandon(): void {
        stop();
        reject(signal?.reason as Error);
      }
      function stop(): void {
        clearTimeout(patience);
        signal?.removeEventListener('abort', abandon);
        queue.delete(waiter);
        add(waiting, key, -1);
      }
      signal?.addEventListener('abort', abandon, { once: true });
      queue.add(waiter);
    });
  }

  return {
    async enter(key, signal) {
      signal?.throwIfAborted();
      if (mayEnter(key)) return takePlace(key);
      if ((waiting.get(key) ?? 0) >= settings.mostWaiting) throw busy();
      return wait(key, signal);
    },
  };
}

/** A wide network may be one caller's or a whole provider's: its use counts, for less. */
const widerShare = 4;

function keysOf(key: string): string[] {
  const wider = widerKey(key);
  return wider === undefined ? [key] : [key, wider];
}

/** Keys nobody uses any more are forgotten. */
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
